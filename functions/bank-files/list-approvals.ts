import { bankFiles } from '../../shared/bank-files/contract.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { handle } from '../platform/handle.ts';
import { approvalsOfDay } from './approving/approval-store.ts';
import { loadUserNames } from './user-names.ts';

export const handler = handle(bankFiles.listApprovals, async ({ caller, now }) => {
  const waiting = await approvalsOfDay(dateInChicago(now));
  const names = await loadUserNames(waiting.map(({ askedBy }) => askedBy));
  return {
    items: waiting.map((one) => ({
      ...one,
      askedByName: names.get(one.askedBy) ?? '',
      isAskedByCaller: one.askedBy === caller.userId,
    })),
  };
});
