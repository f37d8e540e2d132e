import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { countIn, withMonthVisits } from '../../shared/members/month-visits.ts';
import type { Member } from '../../shared/members/member.ts';
import { loadMembers, memberChange } from '../members/store.ts';
import { lateVisitChanges } from '../payments/late-visits.ts';
import { getItems } from '../table/batch-get-items.ts';
import { putOnce } from '../table/change.ts';
import type { Change, Write } from '../table/write.ts';
import { countsAt } from '../table/counters.ts';
import { keys, nameOfKey } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';
import type { CheckIn } from './resolve-check-ins.ts';
import { emailAboutVisits, type RaisedCount } from './visit-email.ts';

/** Visitors by month, as stored by a step of an import. */
export const visitors = z.array(z.object({ memberId: z.string(), periodId: z.string() }));
type Visitor = z.output<typeof visitors>[number];

const nameOf = ({ memberId, periodId }: Visitor): string => `${memberId} ${periodId}`;

/** Returns the write that stores the visitors of a step; none without counted visits. */
export function visitorWrites(jobId: string, position: number, checkIns: readonly CheckIn[]): Write[] {
  const came = checkIns.flatMap((checkIn) =>
    'visit' in checkIn && !checkIn.visit.notCounted ? [checkIn.visit] : [],
  );
  const once = new Map(
    came.map(({ memberId, periodId }) => [nameOf({ memberId, periodId }), { memberId, periodId }]),
  );
  const key = keys.visitors(jobId, String(position).padStart(9, '0'));
  return once.size === 0 ? [] : [putOnce({ ...key, entity: 'visitors', visitors: [...once.values()] })];
}

// a part has at most 45 members, and a transaction 100 items including the job's progress
const membersOfStep = 85;

/**
 * Returns the writes that update the members of the next parts; `next` is the following position. Versions ensure that
 * the later count of two concurrent imports remains.
 */
export async function visitorChanges(
  jobId: string,
  after: string,
  now: Date,
): Promise<{ changes: Change[]; next: string | null }> {
  const { pk, sk } = keys.visitors(jobId, '');
  const { items, last } = await queryItems(pk, { beginsWith: sk, limit: 20, ...(after && { after }) });
  const came = new Map<string, Visitor>();
  let position = '';
  let count = 0;
  for (const item of items) {
    const part = visitors.parse(item.visitors);
    const ids = new Set([...came.values(), ...part].map(({ memberId }) => memberId));
    if (ids.size > membersOfStep) break;
    for (const entry of part) came.set(nameOf(entry), entry);
    position = String(item.sk);
    count += 1;
  }
  const changes = await countedAnew([...came.values()], now);
  return { changes, next: count < items.length || last !== null ? position : null };
}

/** Returns the writes that update members' counts. */
async function countedAnew(came: readonly Visitor[], now: Date): Promise<Change[]> {
  const [members, counts] = await Promise.all([
    loadMembers([...new Set(came.map(({ memberId }) => memberId))], { consistent: true }),
    getItems(
      came.map(({ memberId, periodId }) => keys.monthlyVisits(memberId, periodId)),
      { consistent: true },
    ),
  ]);
  const countOf = new Map(counts.map((item) => [nameOfKey(item), Number(item.n ?? 0)]));
  const before = new Map(members.map((member) => [member.id, member]));
  const after = new Map<string, Member>();
  const raised: RaisedCount[] = [];
  came.forEach(({ memberId, periodId }) => {
    const member = after.get(memberId) ?? before.get(memberId);
    if (!member) return;
    const count = countOf.get(nameOfKey(keys.monthlyVisits(memberId, periodId))) ?? 0;
    after.set(memberId, withVisits(member, periodId, count));
    raised.push({ member, periodId, before: countIn(member.visitMonths, periodId), after: count });
  });
  // the visits are counted already, so a repeated step starts no other emails
  await emailAboutVisits(raised, now);
  return [...after.values()].flatMap((member) => {
    const stored = before.get(member.id) ?? null;
    // a member with visits on many days is written once
    const isSame = isDeepStrictEqual(stored?.visitMonths, member.visitMonths);
    return isSame ? [] : memberChange(stored, member);
  });
}

const withVisits = (member: Member, periodId: string, count: number): Member => ({
  ...member,
  visitMonths: withMonthVisits(member.visitMonths, periodId, count),
});

/**
 * Returns the writes of a visitor's count and payments, and the raised count for emails, when the same transaction adds or withdraws (-1) counted visits.
 */
export async function visitorChange(
  { memberId, periodId }: Visitor,
  by: number,
  now: Date,
): Promise<{ changes: Change[]; raised: RaisedCount[] }> {
  const [[before], [count = 0]] = await Promise.all([
    loadMembers([memberId], { consistent: true }),
    countsAt([keys.monthlyVisits(memberId, periodId)]),
  ]);
  if (!before) return { changes: [], raised: [] };
  const counted = withVisits(before, periodId, count + by);
  const { member, changes } = await lateVisitChanges(counted, [periodId], now, new Map([[periodId, by]]));
  return {
    changes: [...memberChange(before, member), ...changes],
    raised: [{ member, periodId, before: count, after: count + by }],
  };
}
