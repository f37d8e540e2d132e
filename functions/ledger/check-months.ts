import { sha256 } from '../platform/digest.ts';
import * as z from 'zod';
import { hashOf, postedEntries } from './posting/entry-store.ts';
import { addPeriods, type PeriodId } from '../../shared/calendar.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { allPartners } from '../partners/store.ts';
import { postedTypes, proveGroup } from './group-proof.ts';
import { findLedgerStart, findSeal } from './proof-store.ts';

/** Progress of sealing a month: hash so far, and the cursor after the last page. */
export const sealing = z.object({ hash: z.string(), entries: z.int(), after: z.string().nullable() });
export type Sealing = z.output<typeof sealing>;

export const beginSealing: Sealing = { hash: '', entries: 0, after: null };

/** Entries per page; a sealing step ends after this many. */
export const sealLimits = { entries: 300 };

/**
 * Adds the next entries of a month to its hash, recomputed from their stored content. Each hash includes the previous
 * hash and the next entry's hash, in order of posting.
 */
export async function sealNext(
  periodId: string,
  { hash, entries, after }: Sealing,
): Promise<{ now: Sealing; isEnd: boolean }> {
  const page = await postedEntries(periodId, after, sealLimits.entries);
  const next = page.entries.reduce((sum, entry) => sha256(`${sum}${hashOf(entry)}`), hash);
  return {
    now: { hash: next, entries: entries + page.entries.length, after: page.next },
    isEnd: page.next === null,
  };
}

/** Result of checking a month: a message per difference, and whether its seal is intact. */
export interface CheckedMonth {
  periodId: PeriodId;
  entries: number;
  seal: 'none' | 'intact' | 'broken';
  problems: string[];
}

/** Months in the past with payments that can still change. */
const changeableMonths = 60;

/**
 * Returns the months that can have entries, oldest first, through next month, because its dues are created ahead. `from`
 * overrides the start.
 */
export async function monthsToCheck(now: Date, from?: PeriodId): Promise<PeriodId[]> {
  const earliest = addPeriods(currentPeriod(now), 1 - changeableMonths);
  const { since = earliest } = (await findLedgerStart()) ?? {};
  const first = from ?? (since < earliest ? since : earliest);
  const last = addPeriods(currentPeriod(now), 1);
  const months: PeriodId[] = [];
  for (let month = first; month <= last; month = addPeriods(month, 1)) months.push(month);
  return months;
}

/** Reads every entry and payment of a month and compares the posted entries with the seal. Read-only. */
export async function checkMonth(periodId: PeriodId): Promise<CheckedMonth> {
  const problems: string[] = [];
  let entries = 0;
  for await (const { id: partnerId, name } of allPartners())
    for (const paymentTypeId of postedTypes) {
      const proof = await proveGroup({ partnerId, periodId, paymentTypeId });
      entries += proof.entries;
      problems.push(...proof.findings.map(({ paymentId, problem }) => `${name}, ${paymentId}: ${problem}`));
      const more = proof.findingCount - proof.findings.length;
      if (more > 0) problems.push(`${name}: ${more.toLocaleString('en-US')} more differences.`);
    }
  const seal = await sealOf(periodId);
  if (seal === 'broken') problems.push('The entries posted in this month no longer match its seal.');
  return { periodId, entries, seal, problems };
}

async function sealOf(periodId: PeriodId): Promise<CheckedMonth['seal']> {
  const seal = await findSeal(periodId);
  if (!seal) return 'none';
  let read = { now: beginSealing, isEnd: false };
  while (!read.isEnd) read = await sealNext(periodId, read.now);
  return seal.hash === read.now.hash && seal.entries === read.now.entries ? 'intact' : 'broken';
}
