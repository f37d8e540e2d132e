import { bankFiles } from '../../shared/bank-files/contract.ts';
import { facilityFilter } from '../../shared/bank-files/filter-of-request.ts';
import { handle } from '../platform/handle.ts';
import { downloadRun } from './preview/download.ts';

export const handler = handle(bankFiles.downloadFacilityDeposit, async ({ params, caller, now, newId }) =>
  downloadRun(facilityFilter(params), { userId: caller.userId, now, newId }),
);
