import { bankFiles } from '../../shared/bank-files/contract.ts';
import { facilityFilter } from '../../shared/bank-files/filter-of-request.ts';
import { handle } from '../platform/handle.ts';
import { sendRun } from './sending/send.ts';

export const handler = handle(bankFiles.sendFacilityDeposit, async ({ params, body, caller, now, newId }) =>
  sendRun(facilityFilter(params), body, { userId: caller.userId, now, newId }),
);
