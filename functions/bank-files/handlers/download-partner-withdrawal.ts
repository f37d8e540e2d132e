import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { downloadPaymentKind } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.downloadPartnerWithdrawal, async ({ query, ...context }) =>
  downloadPaymentKind('partner', query, context),
);
