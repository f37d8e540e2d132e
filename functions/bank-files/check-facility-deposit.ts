import { bankFiles } from '../../shared/bank-files/contract.ts';
import { facilityFilter } from '../../shared/bank-files/filter-of-request.ts';
import { handle } from '../platform/handle.ts';
import { checkRun } from './check.ts';

export const handler = handle(bankFiles.checkFacilityDeposit, async ({ params, caller, now, newId }) =>
  checkRun(facilityFilter(params), { userId: caller.userId, now, newId }),
);
