import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import { memberDues } from '../../shared/payments/payment.ts';
import { sharedCost } from '../../shared/programs.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { postedEntries } from '../../functions/ledger/posting/entry-store.ts';
import { beginGeneration, type GenerationInput } from '../../functions/payments/generation/generation.ts';
import { rangeLimits } from '../../shared/payments/range-limits.ts';
import { now } from '../../functions/platform/clock.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { pageSize } from '../../shared/page.ts';
import { waitingJobs } from '../support/jobs.ts';
import { fullestKeys, writesByKey, type KeyWrites } from '../support/key-writes.ts';
import { putAll } from '../support/put-all.ts';
import { requestsOf } from '../support/table-cost.ts';
import { signNothing } from '../support/unsigned.ts';
import { load, periodId } from './generation.ts';
import { print, type Line } from './measure.ts';

const workers = 4;
/** The largest share of one partner that the bound on partition keys allows is a sixteenth. */
const partners = 20;

const generation = (partnerId: string): GenerationInput => ({
  programPaymentTypeId: sharedCost,
  paymentTypeId: memberDues,
  periodId,
  partnerId,
  fees: null,
  onlyMissing: false,
});

async function loadPartner(partnerId: string, members: number): Promise<void> {
  await load(partnerId, members, sharedCost);
  await putAll([{ ...keys.count(lists.employees(partnerId)), n: members }]);
}

/** Runs a generation and its ranges on several workers. Returns the writes by partition key. */
async function generate(id: string, partnerId: string, payments: number): Promise<KeyWrites> {
  waitingJobs.length = 0;
  const begun = new Date('2026-10-01T15:00:00Z');
  const input = generation(partnerId);
  const work = async () => {
    for (let job = waitingJobs.shift(); job !== undefined; job = waitingJobs.shift())
      await runJobSteps(job, () => Infinity);
  };
  const writes = await writesByKey(async () => {
    await beginGeneration({ id, kind: 'member', list: id, input }, { userId: 'bench' }, begun);
    while (waitingJobs.length > 0) await Promise.all(Array.from({ length: workers }, work));
  });
  const job = await loadJob(id);
  if (job?.status !== 'done' || job.tally.added !== payments)
    throw new Error(
      `${id} is ${job?.status} with ${job?.tally.added} of ${payments} payments: ${job?.message}`,
    );
  console.log(`  ${id}: ${payments} payments in ${job.ranges?.created ?? 0} ranges`);
  return writes;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/**
 * Writes by partition key while the dues of twenty equal partners are generated in ranges, for the table and each index; and
 * a page of the ledger's month afterwards.
 */
export async function benchRanges(members = 10_000): Promise<Line[]> {
  signNothing();
  const usual = { ...rangeLimits };
  // as many ranges as in a portal of a million members
  Object.assign(rangeLimits, { members: members / 8, undivided: members / 50 });
  try {
    const ofPartner = members / partners;
    for (let place = 0; place < partners; place++) await loadPartner(String(8600 + place), ofPartner);
    const writes = await generate('bench-ranges', 'all', members);
    Object.assign(rangeLimits, { members: ofPartner / 8 });
    await loadPartner('8650', ofPartner);
    const ofOne = await generate('bench-ranges-of-one', '8650', ofPartner);
    const results = [...keyLines(writes, members), ...(await pageLines()), oneLine(ofOne, ofPartner)];
    print(`Generating ${members.toLocaleString('en-US')} payments in ranges`, results);
    return results.filter(({ bound }) => bound !== undefined);
  } finally {
    Object.assign(rangeLimits, usual);
  }
}

const keyLines = (writes: KeyWrites, payments: number): Line[] =>
  fullestKeys(writes, payments).map(({ place, key, share }) => ({
    what: `fullest key of ${place}: ${key}`,
    value: percent(share),
    bound: 'at most 6.25 %',
    holds: share <= 1 / 16,
  }));

// one partner's payments are one list; DynamoDB divides it by name, because no column grows with time
function oneLine(writes: KeyWrites, payments: number): Line {
  const [fullest] = fullestKeys(writes, payments).toSorted((one, other) => other.share - one.share);
  return {
    what: `of a single partner: ${fullest?.key} (${fullest?.place})`,
    value: percent(fullest?.share ?? 0),
  };
}

async function pageLines(): Promise<Line[]> {
  const month = periodOf(dateInChicago(now()));
  let next: string | null = null;
  const lines: Line[] = [];
  for (const what of ['a page of the ledger', 'the next page']) {
    const page = await requestsOf(async () => {
      const { entries, next: after } = await postedEntries(month, next, pageSize);
      next = after;
      return entries.length;
    });
    lines.push({
      what: `${what}, ${page.result} rows: round trips, requests, keys read`,
      value: `${page.roundTrips} / ${page.requests} / ${page.keysRead}`,
      bound: 'at most 2 / 18 / 51',
      holds: page.roundTrips <= 2 && page.requests <= 18 && page.keysRead <= 17 * Math.ceil(pageSize / 8),
    });
  }
  return lines;
}
