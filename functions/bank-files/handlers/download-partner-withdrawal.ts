import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../platform/handle.ts';
import { downloadFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.downloadPartnerWithdrawal, async ({ query, ...context }) =>
  downloadFlow('partner', query, context),
);
