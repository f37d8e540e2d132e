import { bankFiles } from '../../shared/bank-files/contract.ts';
import { partnerFilter } from '../../shared/bank-files/filter-of-request.ts';
import { handle } from '../platform/handle.ts';
import { checkRun } from './check.ts';

export const handler = handle(bankFiles.checkPartnerWithdrawal, async ({ query, caller, now, newId }) =>
  checkRun(partnerFilter(query), { userId: caller.userId, now, newId }),
);
