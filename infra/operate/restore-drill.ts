import { DeleteTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { restoreTable, restoredName } from './restore.ts';
import { drills, recordDrill } from './settings-table.ts';
import { nextCommand } from './deployment.ts';

/** The restored time: an hour ago, which PITR offers in any case. */
const backMs = 3_600_000;

/**
 * Restores the table beside the one in use, verifies and deletes the copy, and records the proof. Nothing else is
 * changed.
 */
export async function restoreDrill(
  tables: { table: string; own: string; outbox: string },
  now: Date,
): Promise<string> {
  const to = new Date(now.getTime() - backMs);
  const proof = await restoreTable(tables, to, now);
  const TableName = restoredName(tables.own, to);
  const client = new DynamoDBClient({});
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  await client.send(new DeleteTableCommand({ TableName }));
  await recordDrill({ at: now.toISOString(), proof });
  return `${proof.split('\n').slice(0, -1).join('\n')}\nThe copy was deleted, and the proof recorded (${nextCommand('restore-drill --list')}).`;
}

/** Returns the recorded drills, oldest first. */
export async function listDrills(): Promise<string> {
  const lines = (await drills()).map(({ at, proof }) => `${at}\n${proof}`);
  return lines.join('\n\n') || 'No drill is recorded yet.';
}
