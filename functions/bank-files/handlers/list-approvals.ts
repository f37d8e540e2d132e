import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../platform/handle.ts';
import { waitingApprovals } from '../approving/approvals-sheet.ts';

export const handler = handle(bankFiles.listApprovals, async ({ caller, now }) => ({
  items: await waitingApprovals(caller.userId, now),
}));
