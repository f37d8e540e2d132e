import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { errorFields, log } from '../platform/log.ts';
import { milliseconds } from '../platform/time-and-chance.ts';
import { client } from './client.ts';

/** Age at which a function reads its settings again. */
export const settingsTtlMs = 30_000;
const retryAfterMs = 5_000;

/** Name of the row that operators write; it overrides the rows of the deployment. */
export const operatorRow = 'operator';

let until = 0;
const readers: (() => void)[] = [];

/** Runs after the settings were read, for values that are parsed once. */
export const afterLoading = (run: () => void): void => void readers.push(run);

/**
 * Reads the settings of the deployment into the environment: the rows that SETTINGS_ROWS names, then the operator's row
 * (infra/permissions/permissions.ts). Versions of functions therefore contain code only, and a rollback or another table needs no
 * deployment. Settings are read again after 30 seconds; while the table does not respond, the last ones remain. Without
 * SETTINGS_TABLE (`npm start`), the environment is complete. Throws if they were never read.
 */
export async function loadSettings(): Promise<void> {
  const { SETTINGS_TABLE, SETTINGS_ROWS = '' } = process.env;
  const at = milliseconds();
  if (!SETTINGS_TABLE || at < until) return;
  try {
    const rows = await Promise.all(
      [...SETTINGS_ROWS.split(','), operatorRow].map((name) => rowOf(SETTINGS_TABLE, name)),
    );
    Object.assign(process.env, ...rows);
    until = at + settingsTtlMs;
    for (const run of readers) run();
  } catch (error) {
    if (until === 0) throw error;
    until = at + retryAfterMs;
    log('error', 'settings not read', errorFields(error));
  }
}

async function rowOf(TableName: string, name: string): Promise<Record<string, string>> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: { name }, ConsistentRead: true }));
  return (Item?.values ?? {}) as Record<string, string>;
}

/** Wraps a handler of events, which then runs with the current settings. */
export const withSettings =
  <Sent extends unknown[], Result>(run: (...sent: Sent) => Promise<Result>) =>
  async (...sent: Sent): Promise<Result> => {
    await loadSettings();
    return run(...sent);
  };
