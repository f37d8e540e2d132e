import { periods } from '../../shared/periods/contract.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(periods, {
  list: { own: () => ({}) },
  closedUsagePeriods: { own: () => ({}) },
  untilCurrent: { own: () => ({}) },
  months: { own: () => ({}) },
});
