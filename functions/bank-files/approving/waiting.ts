import type { ApprovalRow } from '../../../shared/bank-files/approving/approval.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { loadUserNames } from '../../users/user-name-store.ts';
import { approvalsOfDay } from './approval-store.ts';

export async function waitingApprovals(userId: string, now: Date): Promise<ApprovalRow[]> {
  const waiting = await approvalsOfDay(dateInChicago(now));
  const names = await loadUserNames(waiting.map(({ askedBy }) => askedBy));
  return waiting.map((one) => ({
    ...one,
    askedByName: names.get(one.askedBy) ?? '',
    isAskedByCaller: one.askedBy === userId,
  }));
}
