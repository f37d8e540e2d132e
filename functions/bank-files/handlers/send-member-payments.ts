import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { withProgram } from '../../payments/generation/program-of-members.ts';
import { handle } from '../../handle.ts';
import { sendFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.sendMemberPayments, async ({ body, ...context }) =>
  sendFlow('member', await withProgram(body), context),
);
