import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { waitingApprovals } from '../approving/approvals-sheet.ts';

export const handler = handle(bankFiles.listApprovals, async ({ caller, now }) => ({
  items: await waitingApprovals(caller.userId, now),
}));
