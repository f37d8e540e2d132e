import { dateInChicago } from '../../../shared/calendar.ts';
import {
  administratorReason,
  rosterChangeStatuses,
  selectedRows,
  type RosterChange,
} from '../../../shared/employees/roster-change.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import type { Caller } from '../../users/caller.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { leaversToday } from '../leaver-count-store.ts';
import { rosterChangeWrites, loadRosterChange } from './change-store.ts';
import { storePart } from './stored-rows.ts';
import { isClientActive } from '../../../shared/integrations/api-client.ts';
import { clientIdOf } from '../../../shared/integrations/client-user.ts';
import { findApiClient } from '../../integrations/api-client-record-store.ts';
import { rosterCompleted } from '../../integrations/webhooks/roster-events.ts';
import type { StepResult } from '../../jobs/job-kind.ts';

interface Confirmation {
  version: number;
  /** Keys of excluded rows; on approval, the keys of the first confirmation apply. */
  unticked?: string[] | undefined;
  jobId: string;
}

/** Also the refusal of a user who decided in another tab, so that it names the present status and no user. */
export const changeConflict = ({ fileName, status }: RosterChange): Refusal =>
  new Refusal(
    'conflict',
    `${fileName} changed after you opened it. Its status is now “${rosterChangeStatuses.find(({ id }) => id === status)?.name}”. Nothing else was done.`,
  );

/** Returns true if the change, with everything that ended today in other channels, ends too many memberships. */
async function endsTooMany({ partnerId, counts }: RosterChange, now: Date): Promise<boolean> {
  if (counts.end === 0) return false;
  const { ended, limit } = await leaversToday(partnerId, dateInChicago(now));
  return ended + counts.end > limit;
}

/**
 * Confirms a change: starts the job or waits for an administrator's approval. Throws ('conflict') if the change was
 * modified, and ('forbidden') if a manager confirms a change that needs approval.
 */
export async function confirmChange(
  before: RosterChange,
  { version, unticked = [], jobId }: Confirmation,
  caller: Pick<Caller, 'userId' | 'role'>,
  now: Date,
) {
  if (before.version !== version) throw changeConflict(before);
  if (before.status !== 'preview' && before.status !== 'waiting') throw changeConflict(before);
  const isAdministrator = caller.role === 'systemAdmin';
  const waits = before.status === 'waiting';
  if (waits && !isAdministrator)
    throw new Refusal('forbidden', `An administrator must approve: ${administratorReason(before)}.`);
  const left = new Set(unticked);
  if (!waits) await storePart(before.id, 'unticked', 0, [...left]);
  const after: RosterChange = {
    ...before,
    isApproved: isAdministrator,
    ...(waits
      ? { agreedBy: caller.userId }
      : { confirmedBy: caller.userId, confirmedAt: now.toISOString(), unticked: left.size }),
  };
  if (selectedRows(after) <= 0) throw new Refusal('invalid', 'No row is selected. Nothing was changed.');
  const approval = auditWrite(
    {
      name: waits ? 'roster change agreed' : 'roster change confirmed',
      subject: `partner ${before.partnerId}`,
      who: caller.userId,
      after: {
        rosterChange: before.id,
        fileName: before.fileName,
        counts: before.counts,
        unticked: left.size,
      },
    },
    now,
  );
  if (!isAdministrator && (before.needsAdministrator || (await endsTooMany(before, now)))) {
    await transact(
      ...rosterChangeWrites(before, { ...after, status: 'waiting', needsAdministrator: true }),
      approval,
    );
    return { success: true, jobId: null, message: 'Confirmed. An administrator must approve.' };
  }
  return beginJob(
    {
      id: jobId,
      kind: 'roster change',
      input: { changeId: before.id },
      total: selectedRows(after),
      message: 'Applying the changes.',
      tally: { changed: 0, failed: 0 },
      partnerId: before.partnerId,
    },
    caller,
    now,
    [...rosterChangeWrites(before, { ...after, status: 'running', jobId }), approval],
  );
}

/** Notice of a batch that is not applied, because its client lost access after it was sent. */
const revokedNote =
  'The API client of this batch was revoked before the rows were applied. Review them before you apply them.';

/**
 * Confirms a batch for its client, by the rules of a manager: above the limits, an administrator must approve. A batch
 * of a revoked client waits for a confirmation on screen. A repeated step has no effect.
 */
export async function confirmBatch({ changeId, now }: { changeId: string; now: Date }): Promise<StepResult> {
  const before = await loadRosterChange(changeId);
  const ended = (message: string, changes: StepResult['changes'] = []) => ({
    changes,
    done: 0,
    next: null,
    message,
  });
  if (before.status !== 'preview') return ended('Confirmed.');
  const client = await findApiClient(clientIdOf(before.startedBy) ?? '');
  if (!client || !isClientActive(client, now))
    return ended(
      revokedNote,
      rosterChangeWrites(before, { ...before, notes: [...before.notes, revokedNote] }),
    );
  if (selectedRows(before) === 0) return ended('No changes.', completed(before, now));
  const confirmation = { version: before.version, jobId: `${changeId}-apply` };
  const caller = { userId: before.startedBy, role: 'apiClient' } as const;
  try {
    const { message } = await confirmChange(before, confirmation, caller, now);
    return ended(message);
  } catch (error) {
    // a user confirmed it on screen at the same time
    const isConfirmed = (await loadRosterChange(changeId)).status !== 'preview';
    if (error instanceof Refusal && isConfirmed) return ended('Confirmed.');
    throw error;
  }
}

function completed(before: RosterChange, now: Date): StepResult['changes'] {
  const applied = { changed: 0, failed: 0 };
  const after: RosterChange = { ...before, status: 'done', applied, finishedAt: now.toISOString() };
  return [...rosterChangeWrites(before, after), rosterCompleted(before.partnerId, before.id, applied)];
}
