import { periodEnd, periodStart, type PeriodId } from '../../../shared/calendar.ts';
import { type Member, isSamePerson, personKeys } from '../../../shared/members/member.ts';
import { earnsShare } from '../../../shared/payments/facility-payment.ts';
import { canceled } from '../../../shared/payments/payment.ts';
import { membersById } from './counted-members.ts';
import { nameOf } from './booked-payments.ts';
import { addToGroup, drop, type Pair, type Persons, type ShareCount } from './member-shares.ts';
import { payeeOf, payeesOf, countedFacilityIn, type Stays } from './share-context.ts';

/** Finds persons with two memberships in a month from the members who left and those who began in it. */
export function findPersons(stays: Stays): Persons {
  const months = new Map<PeriodId, Promise<Pair[]>>();
  const pairsIn: Persons['pairsIn'] = (period) => {
    const pairs = months.get(period) ?? findPairs(stays, period);
    months.set(period, pairs);
    return pairs;
  };
  const sameAs: Persons['sameAs'] = async (memberId, period) =>
    (await pairsIn(period)).flatMap(({ former, present, isCertain }) => {
      if (!isCertain || (former.id !== memberId && present.id !== memberId)) return [];
      return former.id === memberId ? [present.id] : [former.id];
    });
  return { pairsIn, sameAs };
}

async function findPairs(stays: Stays, period: PeriodId): Promise<Pair[]> {
  const [start, end] = [periodStart(period), periodEnd(period)];
  const ends = new Map<string, string>();
  const begins = new Map<string, string>();
  for (const [id, ofMember] of stays) {
    const last =
      ofMember
        .map(({ to }) => to ?? '9999')
        .toSorted()
        .at(-1) ?? '';
    const first = ofMember.map(({ from }) => from).toSorted()[0] ?? '';
    if (last > start && last <= end) ends.set(id, last);
    if (first >= start && first <= end) begins.set(id, first);
  }
  if (ends.size === 0 || begins.size === 0) return [];
  const members = await membersById([...new Set([...ends.keys(), ...begins.keys()])]);
  const byKey = new Map<string, Member[]>();
  for (const id of ends.keys()) {
    const former = members.get(id);
    if (former) for (const key of personKeys(former)) byKey.set(key, [...(byKey.get(key) ?? []), former]);
  }
  return [...begins].flatMap(([id, from]) => {
    const present = members.get(id);
    if (!present) return [];
    const formers = new Set(personKeys(present).flatMap((key) => byKey.get(key) ?? []));
    return [...formers].flatMap((former): Pair[] => {
      const match =
        former.id !== id && (ends.get(former.id) ?? '9999') <= from && isSamePerson(former, present);
      return match === 'yes' || match === 'perhaps' ? [{ former, present, isCertain: match === 'yes' }] : [];
    });
  });
}

/** Counts a person with two memberships in a month once. Ambiguous pairs are counted twice and reported. */
export async function mergePersons(count: ShareCount): Promise<void> {
  const { context, stays, booked, persons, shares } = count;
  const { periodId: period } = context.input;
  for (const { former, present, isCertain } of await persons.pairsIn(period)) {
    const formerStays = stays.get(former.id) ?? [];
    const presentStays = stays.get(present.id) ?? [];
    const [left, joined] = [countedFacilityIn(formerStays, period), countedFacilityIn(presentStays, period)];
    const bothEarn =
      left && joined && earnsShare(former, left, period) && earnsShare(present, joined, period);
    if (!bothEarn) continue;
    const payee = payeeOf(context, joined.facilityId);
    if (!isCertain) {
      const detail = `${present.firstName} ${present.lastName}`;
      addToGroup(shares, payee, present.id, { kind: 'possible duplicate', period, detail });
      continue;
    }
    const paid = await Promise.all(
      payeesOf(context, formerStays).map((payee) => booked.standing(payee, period)),
    );
    const paying = paid.find(
      (candidate) => candidate?.ownIds.has(former.id) && candidate.payment.status !== canceled,
    );
    if (paying) {
      drop(shares, payee, present.id);
      addToGroup(shares, payee, present.id, { kind: 'excluded', period, detail: nameOf(paying) });
    } else {
      const before = payeeOf(context, left.facilityId);
      drop(shares, before, former.id);
      addToGroup(shares, before, former.id, { kind: 'same person', period });
    }
  }
}
