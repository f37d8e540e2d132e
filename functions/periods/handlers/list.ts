import { periods } from '../../../shared/contracts/periods.ts';
import { allPeriods, periodOptionOf } from '../../../shared/periods/period.ts';
import { handle } from '../../handle.ts';

export const handler = handle(periods.list, async ({ now }) => allPeriods(now).map(periodOptionOf));
