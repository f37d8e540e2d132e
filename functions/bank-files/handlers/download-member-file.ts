import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { withProgram } from '../../payments/generation/program-of-members.ts';
import { handle } from '../../handle.ts';
import { downloadPaymentKind } from '../sending/flow-actions.ts';

export const handler = handle(bankFiles.downloadMemberFile, async ({ query, ...context }) =>
  downloadPaymentKind('member', await withProgram(query), context),
);
