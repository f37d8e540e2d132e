import { canUndo, type RosterChange } from '../../../shared/employees/roster-change.ts';
import { type ApiClient } from '../../../shared/integrations/api-client.ts';
import { clientUserId } from '../../../shared/integrations/client-user.ts';
import { batchState, type Batch, type NewBatch } from '../../../shared/integrations/eligibility-batch.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findRosterChange, loadRosterChange } from '../../employees/changes/change-store.ts';
import { loadJob } from '../../jobs/store.ts';
import { beginChange } from '../../employees/changes/begin-change.ts';
import { digestOf, sha256 } from '../../platform/digest.ts';
import { integrations } from '../../../shared/contracts/integrations.ts';
import { errorsOfBatch, resultsOfBatch } from '../eligibility/batch-results.ts';
import { handleClient } from '../handle-client.ts';

/** Returns an import of the client's partner. Throws ('not-found') for those of others, as if they did not exist. */
async function loadBatch(id: string, { ownerId }: ApiClient): Promise<RosterChange> {
  const change = await findRosterChange(id);
  if (change?.partnerId !== ownerId) throw new Refusal('not-found', 'Batch not found.');
  return change;
}

/** Returns an import as a batch. */
async function batchResponse(rosterChange: RosterChange, now: Date): Promise<Batch> {
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

/** The ID follows from the key, so that concurrent requests with one key cannot start two batches. */
const batchIdOf = (clientId: string, key: string): string =>
  `B${digestOf(`${clientId}#${key}`).slice(0, 24)}`;

/** Starts the import of a batch, or returns the first batch of a repeated request. Throws ('invalid') for other content. */
async function sendBatch(
  { idempotencyKey, mode, dryRun, rows }: NewBatch,
  { client, now, newId }: { client: ApiClient; now: Date; newId: () => string },
): Promise<RosterChange> {
  const bytes = Buffer.from(JSON.stringify(rows));
  const id = batchIdOf(client.id, idempotencyKey);
  const first = async (): Promise<RosterChange | undefined> => {
    const change = await findRosterChange(id);
    const isSame =
      change?.fileHash === sha256(bytes) && change.kind === mode && change.batch?.isDryRun === dryRun;
    if (change && !isSame) throw usedKey();
    return change;
  };
  const before = await first();
  if (before) return before;
  try {
    await beginChange(
      {
        id,
        jobId: newId(),
        partnerId: client.ownerId,
        kind: mode,
        fileName: `Batch ${idempotencyKey}`,
        bytes,
        batch: { isDryRun: dryRun },
      },
      { userId: clientUserId(client.id) },
      now,
    );
  } catch (error) {
    // a concurrent request with this key was first
    const started = error instanceof Refusal && error.code === 'conflict' ? await first() : undefined;
    if (!started) throw error;
  }
  const started = await findRosterChange(id);
  if (!started) throw new Error('a batch without record');
  return started;
}

const usedKey = () =>
  new Refusal(
    'invalid',
    'This idempotency key was used for a batch with other content. Nothing was done. Send other content with a new key.',
    'idempotencyKey',
  );

export const batchErrorsHandler = handleClient(integrations.batchErrors, async ({ params, query, client }) =>
  errorsOfBatch(await loadBatch(params.batchId, client), query.cursor),
);

export const batchResultsHandler = handleClient(
  integrations.batchResults,
  async ({ params, query, client }) => resultsOfBatch(await loadBatch(params.batchId, client), query.cursor),
);

export const batchHandler = handleClient(integrations.batch, async ({ params, client, now }) =>
  batchResponse(await loadBatch(params.batchId, client), now),
);

export const sendBatchHandler = handleClient(integrations.sendBatch, async ({ body, client, now, newId }) =>
  batchResponse(await sendBatch(body, { client, now, newId }), now),
);
