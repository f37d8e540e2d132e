import { periods } from '../../../shared/contracts/periods.ts';
import { closedPeriods, periodOptionOf } from '../../../shared/periods/period.ts';
import { handle } from '../../handle.ts';

export const handler = handle(periods.closedUsagePeriods, async ({ now }) =>
  closedPeriods(now).map(periodOptionOf),
);
