import { bankFiles } from '../../shared/bank-files/contract.ts';
import { partnerFilter } from '../../shared/bank-files/filter-of-request.ts';
import { handle } from '../platform/handle.ts';
import { downloadRun } from './preview/download.ts';

export const handler = handle(bankFiles.downloadPartnerWithdrawal, async ({ query, caller, now, newId }) =>
  downloadRun(partnerFilter(query), { userId: caller.userId, now, newId }),
);
