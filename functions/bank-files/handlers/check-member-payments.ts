import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { withProgram } from '../../payments/generation/program-of-members.ts';
import { handle } from '../../handle.ts';
import { checkPaymentKind } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.checkMemberPayments, async ({ query, ...context }) =>
  checkPaymentKind('member', await withProgram(query), context),
);
