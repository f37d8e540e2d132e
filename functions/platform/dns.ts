import { Resolver } from 'node:dns/promises';
import { errorName } from '../../shared/refusal.ts';

/** Replaces DNS under `npm start` and in tests: TXT values by name, as JSON. */
const localRecords = (): Record<string, string[]> | undefined =>
  process.env.STAGE === 'local'
    ? (JSON.parse(process.env.LOCAL_TXT_RECORDS ?? '{}') as Record<string, string[]>)
    : undefined;

const noRecord = new Set(['ENOTFOUND', 'ENODATA']);

/** Returns the TXT values of a name; none if it has none. Throws if the name servers do not respond. */
export async function txtRecords(name: string): Promise<string[]> {
  const local = localRecords();
  if (local) return local[name] ?? [];
  try {
    const records = await new Resolver({ timeout: 2000, tries: 2 }).resolveTxt(name);
    return records.map((parts) => parts.join(''));
  } catch (error) {
    if (noRecord.has((error as { code?: string }).code ?? errorName(error))) return [];
    throw error;
  }
}
