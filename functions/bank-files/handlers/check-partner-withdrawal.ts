import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { checkPaymentKind } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.checkPartnerWithdrawal, async ({ query, ...context }) =>
  checkPaymentKind('partner', query, context),
);
