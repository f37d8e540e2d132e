import { canUndo, type RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import type { ApiClient } from '../../../shared/integrations/api-clients/api-client.ts';
import { batchState, type Batch } from '../../../shared/integrations/eligibility/batch.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findRosterChange, loadRosterChange } from '../../employees/changes/change-store.ts';
import { loadJob } from '../../jobs/store.ts';

/** Returns an import of the client's partner. Throws ('not-found') for those of others, as if they did not exist. */
export async function loadBatch(id: string, { ownerId }: ApiClient): Promise<RosterChange> {
  const change = await findRosterChange(id);
  if (change?.partnerId !== ownerId) throw new Refusal('not-found', 'Batch not found.');
  return change;
}

/** Returns an import as a batch. */
export async function batchResponse(rosterChange: RosterChange, now: Date): Promise<Batch> {
  const job = await loadJob(rosterChange.jobId);
  // the job may have confirmed the preview since it was read
  const change = rosterChange.status === 'preview' ? await loadRosterChange(rosterChange.id) : rosterChange;
  const { id, kind, batch, counts, effects, applied, takenBack, problem } = change;
  const { rows, add, change: changed, end, same, stay, wrong } = counts;
  return {
    id,
    mode: kind,
    dryRun: batch?.isDryRun ?? false,
    state: batchState(change, change.jobId === rosterChange.jobId ? job?.status : 'running'),
    done: job?.done ?? 0,
    total: job?.total ?? 0,
    message: problem ?? job?.message ?? '',
    counts: { rows, added: add, changed, ended: end, unchanged: same, skipped: stay, failed: wrong },
    effects,
    applied,
    undone: takenBack,
    createdAt: change.startedAt,
    finishedAt: change.finishedAt,
    undoUntil: canUndo(change, now) ? change.takeBackUntil : null,
  };
}
