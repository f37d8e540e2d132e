import { previousPeriod, type PeriodId } from '../../../shared/calendar.ts';
import { earnsShare } from '../../../shared/payments/facility-payment.ts';
import { facilityOfMovers, type CountedFacility } from '../../../shared/enrollment/facility-of-movers.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { membersById } from './counted-members.ts';
import { addToGroup } from './member-shares.ts';
import type { ShareCount } from './share-count.ts';
import { payeesOf, countedFacilityIn, priceOf } from './share-context.ts';

interface Correction {
  memberId: string;
  /** The facility that was paid, and the facility of the last day. */
  paid: string;
  due: string;
}

/**
 * Corrects the previous month for members who moved to another facility after the first facility's payment was sent. The
 * first facility gets less and the other more by the same amount, in one generation, limited to what the first
 * facility's payment covers, so that no facility is debited.
 */
export async function correctTransfers(count: ShareCount): Promise<void> {
  const { context, booked, shares } = count;
  const { periodId } = context.input;
  const before = previousPeriod(periodId);
  const each = priceOf(context, before);
  const covered = new Map<string, number>();
  for (const { memberId, paid, due } of await paidAtAnotherFacility(count, before)) {
    const [source, target] = [await booked.standing(paid, periodId), await booked.standing(due, periodId)];
    const isDeducted = !(await booked.pays(memberId, paid, before));
    const isAdded = await booked.pays(memberId, due, before);
    if (isDeducted && isAdded) continue;
    if (!isDeducted && !isAdded) {
      if (source || target) continue;
      const left = covered.get(paid) ?? (await amountOf(count, paid));
      if (left < each) continue;
      covered.set(paid, left - each);
    }
    if (!isDeducted) addToGroup(shares, paid, memberId, { kind: 'moved out', period: before, each: -each });
    if (!isAdded) addToGroup(shares, due, memberId, { kind: 'moved in', period: before, each });
  }
}

async function paidAtAnotherFacility(
  { context, enrollments, stays, booked }: ShareCount,
  period: PeriodId,
): Promise<Correction[]> {
  const moved = facilityOfMovers(enrollments, period);
  const facilities = new Set([...moved.keys()].flatMap((id) => payeesOf(context, stays.get(id) ?? [])));
  await booked.prepare([...facilities].map((payee) => ({ payee, period })));
  const corrections: (Correction & { facility: CountedFacility })[] = [];
  for (const [memberId, facility] of [...moved].toSorted(([left], [right]) => (left < right ? -1 : 1)))
    for (const paid of payeesOf(context, stays.get(memberId) ?? [])) {
      const payment = paid === facility.facilityId ? undefined : await booked.of(paid, period);
      // a payment that was not sent is regenerated instead
      if (payment?.ownIds.has(memberId) && !isReplaceable(payment.payment))
        corrections.push({ memberId, paid, due: facility.facilityId, facility });
    }
  const members = await membersById(corrections.map(({ memberId }) => memberId));
  return corrections.filter(({ memberId, facility }) => {
    const member = members.get(memberId);
    return member !== undefined && earnsShare(member, facility, period);
  });
}

/** Returns a facility's amount for the month's members, in cents. */
async function amountOf(
  { context, stays, enrollments, shares }: ShareCount,
  facility: string,
): Promise<number> {
  const { periodId } = context.input;
  const dropped = new Set(shares.get(facility)?.dropped);
  const ids = new Set(
    enrollments
      .filter((enrollment) => enrollment.facilityId === facility && !dropped.has(enrollment.memberId))
      .map((enrollment) => enrollment.memberId),
  );
  const here = [...ids].filter(
    (id) => countedFacilityIn(stays.get(id) ?? [], periodId)?.facilityId === facility,
  );
  const members = await membersById(here);
  const earning = here.filter((id) => {
    const [member, facility] = [members.get(id), countedFacilityIn(stays.get(id) ?? [], periodId)];
    return member && facility && earnsShare(member, facility, periodId);
  });
  return earning.length * priceOf(context, periodId);
}
