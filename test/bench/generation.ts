import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { enrollmentEntity, memberEntity } from '../../functions/members/store.ts';
import { partnerEntity } from '../../functions/partners/store.ts';
import { beginGeneration } from '../../functions/payments/generation/generation.ts';
import { paymentsList } from '../../functions/payments/store.ts';
import { paymentChange, withoutTotals } from '../../functions/payments/store.ts';
import { itemOf } from '../../functions/table/change.ts';
import { pagesOfList } from '../../functions/table/list.ts';
import { transact } from '../../functions/table/transact.ts';
import '../support/jobs.ts';
import { signNothing } from '../support/unsigned.ts';
import { someGroupMembership, someMember, somePartner } from '../support/builders.ts';
import { print, type Line, runInWorker, type WorkerCost } from './measure.ts';
import { costOf } from '../support/table-cost.ts';
import { putAll } from '../support/put-all.ts';

export const periodId = '202610';
const dues = { programPaymentTypeId: 2, paymentTypeId: 6 } as const;

const facilityAt = (place: number): string => String(4000 + (place % 200));
const idAt = (partnerId: string, place: number): string => `G${partnerId}-${String(place).padStart(6, '0')}`;

const memberAt = (partnerId: string, place: number, facilityId: string) =>
  itemOf(
    memberEntity,
    someMember(idAt(partnerId, place), partnerId, {
      invitationStatus: 4,
      facilityId,
      facilityName: `Club ${facilityId}`,
      enrolledOn: '2026-09-05',
      activatedOn: '2026-09-05',
      withdrawalPayeeToken: `payee-${place}`,
      version: 1,
    }),
  );

const stayAt = (
  partnerId: string,
  place: number,
  { facilityId, from = '2026-09-05', to = null }: { facilityId: string; from?: string; to?: string | null },
) =>
  itemOf(enrollmentEntity, { partnerId, memberId: idAt(partnerId, place), facilityId, from, to, version: 1 });

export async function load(
  partnerId: string,
  members: number,
  programPaymentTypeId: 2 | 3 = dues.programPaymentTypeId,
): Promise<void> {
  const items: Record<string, unknown>[] = [
    itemOf(partnerEntity, { ...somePartner(partnerId), version: 1 }),
    itemOf(groupMembershipEntity, {
      ...someGroupMembership(partnerId, { programPaymentTypeId, memberDuesAmount: 35_00 }),
      version: 1,
    }),
  ];
  await putAll(items);
  // some at a time: the rows of all members are hundreds of megabytes
  for (let start = 0; start < members; start += 2000)
    await putAll(
      Array.from({ length: Math.min(2000, members - start) }, (_, step) => {
        const place = start + step;
        const facilityId = facilityAt(place);
        return [memberAt(partnerId, place, facilityId), stayAt(partnerId, place, { facilityId })];
      }).flat(),
    );
}

const list = (partnerId: string) =>
  paymentsList('member', {
    programPaymentTypeId: dues.programPaymentTypeId,
    paymentTypeId: dues.paymentTypeId,
    partnerId,
    periodId,
  });

interface Generated extends WorkerCost {
  lines: number;
}

export async function generate(id: string, partnerId: string): Promise<Generated> {
  const input = { ...dues, periodId, partnerId, fees: null, onlyMissing: false };
  const now = new Date('2026-10-01T15:00:00Z');
  await beginGeneration({ id, kind: 'member', list: id, input }, { userId: 'bench' }, now);
  const cost = await runInWorker(id, 256);
  let lines = 0;
  for await (const { rows } of pagesOfList(list(partnerId), 'memberFullName')) lines += rows.length;
  // a large generation takes an hour, so intermediate results are printed
  console.log(`  ${id}: ${lines} payments, ${JSON.stringify(cost)}`);
  return { lines, ...cost };
}

const fifth = (members: number) =>
  Array.from({ length: Math.ceil(members / 5) }, (_, at) => ({
    place: 5 * at,
    before: facilityAt(5 * at),
    after: facilityAt(5 * at + 7),
  }));

const moveSome = (partnerId: string, members: number): Promise<void> =>
  putAll(
    fifth(members).flatMap(({ place, before, after }) => [
      memberAt(partnerId, place, after),
      stayAt(partnerId, place, { facilityId: before, to: '2026-10-10' }),
      stayAt(partnerId, place, { facilityId: after, from: '2026-10-10' }),
    ]),
  );

const endSome = (partnerId: string, members: number): Promise<void> =>
  putAll(
    fifth(members).flatMap(({ place, before, after }) => [
      stayAt(partnerId, place, { facilityId: before, to: '2026-10-01' }),
      stayAt(partnerId, place, { facilityId: after, from: '2026-10-01', to: '2026-10-01' }),
    ]),
  );

/**
 * Dues of 1,000 and of many members: write units per payment compared with one payment, its ledger entry, and its
 * index entries written alone (the lower bound), and units per payment of many members compared with 1,000, for a
 * first generation, one with a fifth of the members at other clubs, and one that removes a fifth; also the longest
 * step and the memory.
 */
export async function benchGeneration(members = 10_000): Promise<Line[]> {
  const [few, many] = [1000, members].map((size, index) => ({ size, partnerId: String(8000 + index) }));
  if (!few || !many) return [];
  signNothing();
  const units: Record<string, number[]> = { first: [], moved: [], again: [] };
  let [longest, memory] = [0, 0];
  let last: Generated | undefined;
  for (const { size, partnerId } of [few, many]) {
    await load(partnerId, size);
    const first = await generate(`bench-first-${size}`, partnerId);
    if (first.lines !== size) throw new Error(`${first.lines} payments for ${size} members`);
    await moveSome(partnerId, size);
    const moved = await generate(`bench-moved-${size}`, partnerId);
    if (moved.lines !== size) throw new Error(`${moved.lines} payments for ${size} members, a fifth moved`);
    await endSome(partnerId, size);
    const again = await generate(`bench-again-${size}`, partnerId);
    if (again.lines !== size * 0.8) throw new Error(`${again.lines} payments are left of ${size}`);
    units.first?.push((first.readUnits + first.writeUnits) / size);
    units.moved?.push((moved.readUnits + moved.writeUnits) / size);
    units.again?.push((again.readUnits + again.writeUnits) / size);
    for (const { longestStepSeconds, peakMegabytes } of [first, moved, again]) {
      longest = Math.max(longest, longestStepSeconds);
      memory = Math.max(memory, peakMegabytes);
    }
    last = first;
  }
  let least = 0;
  for await (const { rows } of pagesOfList(list(many.partnerId), 'memberFullName')) {
    const alone = rows.slice(0, 1).map((row) => ({ ...row, id: `${row.id}-ALONE`, version: 0 }));
    const writes = alone.flatMap((payment) => withoutTotals(paymentChange(null, payment)));
    ({ writeUnits: least } = await costOf(() => transact(...writes)));
    break;
  }
  const perLine = (last?.writeUnits ?? 0) / many.size / least;
  const growth = (name: string) => (units[name]?.[1] ?? 0) / (units[name]?.[0] ?? 1);
  const size = many.size.toLocaleString('en-US');
  const ratio = (name: string, what: string): Line => ({
    what: `units a payment of ${size} to those of 1,000, ${what}`,
    value: `${growth(name).toFixed(3)} ×`,
    bound: 'at most 1.05 ×',
    holds: growth(name) <= 1.05,
  });
  const results: Line[] = [
    {
      what: `${size} payments, write units to those of one written alone, ${least}`,
      value: `${perLine.toFixed(3)} ×`,
      bound: 'at most 1.1 ×',
      holds: perLine <= 1.1,
    },
    ratio('first', 'generated'),
    ratio('moved', 'generated again with a fifth at other clubs'),
    ratio('again', 'generated again with a fifth gone'),
    {
      what: 'the longest step of a generation',
      value: `${longest.toFixed(1)} s`,
      bound: 'at most 30 s',
      holds: longest <= 30,
    },
    {
      what: 'memory of the worker',
      value: `${memory.toFixed(0)} MB`,
      bound: 'at most 512 MB',
      holds: memory <= 512,
    },
    {
      what: 'round trips and read units a payment, and seconds in all',
      value: `${((last?.roundTrips ?? 0) / many.size).toFixed(2)} / ${((last?.readUnits ?? 0) / many.size).toFixed(2)} / ${(last?.seconds ?? 0).toFixed(0)}`,
    },
  ];
  print(`Generating the dues of ${size} members`, results);
  return results.filter(({ bound }) => bound !== undefined);
}
