import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { enrollmentEntity, memberEntity } from '../../functions/members/store.ts';
import { partnerEntity } from '../../functions/partners/store.ts';
import { beginGeneration } from '../../functions/payments/generation/generation.ts';
import { memberPaymentsList } from '../../functions/payments/lists/payment-list-store.ts';
import { paymentChange, withoutTotals } from '../../functions/payments/store.ts';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { itemOf } from '../../functions/table/change.ts';
import { pagesOfList } from '../../functions/table/list.ts';
import { transact } from '../../functions/table/transact.ts';
import '../support/jobs.ts';
import { signNothing } from '../support/unsigned.ts';
import { someGroupMembership, someMember, somePartner } from '../support/world.ts';
import { costOf, print, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

const periodId = '202610';
const dues = { programPaymentTypeId: 2, paymentTypeId: 6 } as const;

export async function load(partnerId: string, members: number): Promise<void> {
  const items: Record<string, unknown>[] = [
    itemOf(partnerEntity, { ...somePartner(partnerId), version: 1 }),
    itemOf(groupMembershipEntity, {
      ...someGroupMembership(partnerId, { programPaymentTypeId: 2, memberDuesAmount: 35_00 }),
      version: 1,
    }),
  ];
  for (let place = 0; place < members; place++) {
    const facilityId = String(4000 + (place % 200));
    const member = someMember(`G${partnerId}-${String(place).padStart(6, '0')}`, partnerId, {
      invitationStatus: 4,
      facilityId,
      facilityName: `Club ${facilityId}`,
      enrolledOn: '2026-09-05',
      activatedOn: '2026-09-05',
      withdrawalPayeeToken: `payee-${place}`,
      version: 1,
    });
    items.push(
      itemOf(memberEntity, member),
      itemOf(enrollmentEntity, {
        partnerId,
        facilityId,
        memberId: member.id,
        from: '2026-09-05',
        to: null,
        version: 1,
      }),
    );
  }
  await putAll(items);
}

const list = (partnerId: string) =>
  memberPaymentsList({
    programPaymentTypeId: dues.programPaymentTypeId,
    paymentTypeId: dues.paymentTypeId,
    partnerId,
    periodId,
  });

interface Generated {
  lines: number;
  readUnits: number;
  writeUnits: number;
  roundTrips: number;
  seconds: number;
}

/** Runs one generation of a partner's dues and measures it. */
export async function generate(id: string, partnerId: string): Promise<Generated> {
  const input = { ...dues, periodId, partnerId, fees: null, onlyMissing: false };
  const now = new Date('2026-10-01T15:00:00Z');
  await beginGeneration({ id, kind: 'member payments', list: id, input }, { userId: 'bench' }, now);
  const began = performance.now();
  const cost = await costOf(() => runJobSteps(id, () => Infinity));
  const seconds = (performance.now() - began) / 1000;
  let lines = 0;
  for await (const { rows } of pagesOfList(list(partnerId), 'memberFullName')) lines += rows.length;
  return { lines, seconds, ...cost };
}

/** Ends every fifth membership before the month, so that its payment is no longer due. */
async function endSome(partnerId: string, members: number): Promise<void> {
  const ended: Record<string, unknown>[] = [];
  for (let place = 0; place < members; place += 5)
    ended.push(
      itemOf(enrollmentEntity, {
        partnerId,
        facilityId: String(4000 + (place % 200)),
        memberId: `G${partnerId}-${String(place).padStart(6, '0')}`,
        from: '2026-09-05',
        to: '2026-10-01',
        version: 1,
      }),
    );
  await putAll(ended);
}

/**
 * Dues of 1,000 and of many members: write units per payment against one payment with its ledger entry and its index
 * entries written alone, which is the least that any way of writing them at once can cost; and units a payment of many against those of 1,000, for a
 * first generation and for one that removes a fifth of them.
 */
export async function benchGeneration(members = 10_000): Promise<Line[]> {
  const [few, many] = [1000, members].map((size, place) => ({ size, partnerId: String(8000 + place) }));
  if (!few || !many) return [];
  signNothing();
  const units: Record<string, number[]> = { first: [], again: [] };
  let last: Generated | undefined;
  for (const { size, partnerId } of [few, many]) {
    await load(partnerId, size);
    const first = await generate(`bench-first-${size}`, partnerId);
    if (first.lines !== size) throw new Error(`${first.lines} payments for ${size} members`);
    await endSome(partnerId, size);
    const again = await generate(`bench-again-${size}`, partnerId);
    if (again.lines !== size * 0.8) throw new Error(`${again.lines} payments are left of ${size}`);
    units.first?.push((first.readUnits + first.writeUnits) / size);
    units.again?.push((again.readUnits + again.writeUnits) / size);
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
    ratio('again', 'generated again with a fifth gone'),
    {
      what: 'round trips and read units a payment, and seconds in all',
      value: `${((last?.roundTrips ?? 0) / many.size).toFixed(2)} / ${((last?.readUnits ?? 0) / many.size).toFixed(2)} / ${(last?.seconds ?? 0).toFixed(0)}`,
    },
  ];
  print(`Generating the dues of ${size} members`, results);
  return results.slice(0, 3);
}
