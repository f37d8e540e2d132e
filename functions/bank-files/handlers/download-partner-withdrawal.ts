import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { downloadFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.downloadPartnerWithdrawal, async ({ query, ...context }) =>
  downloadFlow('partner', query, context),
);
