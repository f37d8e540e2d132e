import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { sendPaymentKind } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.sendPartnerWithdrawal, async ({ body, ...context }) =>
  sendPaymentKind('partner', body, context),
);
