import { bankFiles } from '../../shared/bank-files/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { approvalsSheet } from './approving/approvals-sheet.ts';

export const handler = handle(bankFiles.downloadApprovals, async (context) =>
  sheetAnswer(await approvalsSheet({}, context.now), { what: 'approvals', input: {} }, context),
);
