import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { sendFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.sendPartnerWithdrawal, async ({ body, ...context }) =>
  sendFlow('partner', body, context),
);
