import { Resolver } from 'node:dns/promises';
import { errorName } from '../../shared/refusal.ts';
import { endAfter } from './time-and-chance.ts';

/** Replaces DNS under `npm start` and in tests: TXT values by name, as JSON. */
const localRecords = (): Record<string, string[]> | undefined =>
  process.env.STAGE === 'local'
    ? (JSON.parse(process.env.LOCAL_TXT_RECORDS ?? '{}') as Record<string, string[]>)
    : undefined;

const noRecord = new Set(['ENOTFOUND', 'ENODATA']);

const longestMs = 4000;

/** Returns the TXT values of a name; none if it has none. Throws if the name servers do not respond within 4 seconds. */
export async function txtRecords(name: string): Promise<string[]> {
  const local = localRecords();
  if (local) return local[name] ?? [];
  // each further server and attempt would add its own timeout
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const ended = endAfter(longestMs);
  const cancel = () => resolver.cancel();
  ended.addEventListener('abort', cancel);
  try {
    const records = await resolver.resolveTxt(name);
    return records.map((parts) => parts.join(''));
  } catch (error) {
    if (noRecord.has((error as { code?: string }).code ?? errorName(error))) return [];
    throw error;
  } finally {
    ended.removeEventListener('abort', cancel);
  }
}
