import { periods } from '../../shared/periods/contract.ts';
import { periodsToCurrent, periodOptionOf } from '../../shared/periods/period.ts';
import { handle } from '../platform/handle.ts';

export const handler = handle(periods.untilCurrent, async ({ now }) =>
  periodsToCurrent(now).map(periodOptionOf),
);
