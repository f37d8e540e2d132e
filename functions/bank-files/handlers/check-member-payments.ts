import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { withProgram } from '../../payments/generation/program-of-members.ts';
import { handle } from '../../handle.ts';
import { checkFlow } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.checkMemberPayments, async ({ query, ...context }) =>
  checkFlow('member', await withProgram(query), context),
);
