import { canUndo, type RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import type { Caller } from '../../users/caller.ts';
import { auditWrite } from '../../table/audit.ts';
import { rosterChangeWrites } from './change-store.ts';
import { changeConflict } from './confirm-change.ts';

/** Starts the job that undoes a change. Throws ('conflict') if it was modified, ('invalid') after the deadline. */
export function startUndo(
  before: RosterChange,
  { version, jobId }: { version: number; jobId: string },
  caller: Pick<Caller, 'userId'>,
  now: Date,
) {
  if (before.version !== version || before.status !== 'done') throw changeConflict();
  if (!canUndo(before, now))
    throw new Refusal('invalid', 'The time to undo this change is over. Nothing was changed.');
  return beginJob(
    {
      id: jobId,
      kind: 'roster take-back',
      input: { changeId: before.id },
      total: before.applied?.changed ?? 0,
      message: 'Undoing the changes.',
      tally: { changed: 0, failed: 0 },
      partnerId: before.partnerId,
    },
    caller,
    now,
    [
      ...rosterChangeWrites(before, { ...before, status: 'takingBack', jobId }),
      auditWrite(
        {
          name: 'roster change taken back',
          subject: `partner ${before.partnerId}`,
          who: caller.userId,
          after: { rosterChange: before.id, fileName: before.fileName },
        },
        now,
      ),
    ],
  );
}
