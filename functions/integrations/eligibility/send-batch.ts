import type { RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import type { ApiClient } from '../../../shared/integrations/api-clients/api-client.ts';
import { clientUserId } from '../../../shared/integrations/client-user.ts';
import type { NewBatch } from '../../../shared/integrations/eligibility/batch.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginChange } from '../../employees/changes/begin-change.ts';
import { findRosterChange } from '../../employees/changes/change-store.ts';
import { digestOf, sha256 } from '../../platform/digest.ts';

/** The ID follows from the key, so that concurrent requests with one key cannot start two batches. */
const batchIdOf = (clientId: string, key: string): string =>
  `B${digestOf(`${clientId}#${key}`).slice(0, 24)}`;

/** Starts the import of a batch, or returns the first batch of a repeated request. Throws ('invalid') for other content. */
export async function sendBatch(
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
