import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../platform/handle.ts';
import { checkFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.checkPartnerWithdrawal, async ({ query, ...context }) =>
  checkFlow('partner', query, context),
);
