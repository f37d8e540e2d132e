import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../platform/handle.ts';
import { sendFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.sendPartnerWithdrawal, async ({ body, ...context }) =>
  sendFlow('partner', body, context),
);
