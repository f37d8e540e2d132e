import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { approvalsSheet } from '../approving/approvals-sheet.ts';

export const handler = handle(bankFiles.downloadApprovals, async (context) =>
  sheetResponse(await approvalsSheet({}, context.now), { what: 'approvals', input: {} }, context),
);
