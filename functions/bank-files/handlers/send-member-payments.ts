import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { withProgram } from '../../payments/generation/program-of-members.ts';
import { handle } from '../../handle.ts';
import { sendPaymentKind } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.sendMemberPayments, async ({ body, ...context }) =>
  sendPaymentKind('member', await withProgram(body), context),
);
