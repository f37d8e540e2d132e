import { bankFiles } from '../../shared/bank-files/contract.ts';
import { partnerFilter } from '../../shared/bank-files/filter-of-request.ts';
import { handle } from '../platform/handle.ts';
import { sendRun } from './sending/send.ts';

export const handler = handle(bankFiles.sendPartnerWithdrawal, async ({ body, caller, now, newId }) =>
  sendRun(partnerFilter(body), body, { userId: caller.userId, now, newId }),
);
