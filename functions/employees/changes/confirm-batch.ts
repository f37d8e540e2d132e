import { isClientActive } from '../../../shared/integrations/api-clients/api-client.ts';
import { clientIdOf } from '../../../shared/integrations/client-user.ts';
import { selectedRows, type RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findApiClient } from '../../integrations/api-client-record-store.ts';
import { rosterCompleted } from '../../integrations/webhooks/roster-events.ts';
import type { StepResult } from '../../jobs/job-kind.ts';
import { loadRosterChange, rosterChangeWrites } from './change-store.ts';
import { confirmChange } from './confirm-change.ts';

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
