import { approvals } from '../../shared/contracts/approvals.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(approvals, { list: { own: () => ({}) } });
