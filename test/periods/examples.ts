import { periods } from '../../shared/contracts/periods.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(periods, {
  list: { own: () => ({}) },
  closedUsagePeriods: { own: () => ({}) },
  untilCurrent: { own: () => ({}) },
  months: { own: () => ({}) },
});
