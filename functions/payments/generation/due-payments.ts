import {
  type Payment,
  type FacilityPayment,
  type MemberPayment,
  sentExternally,
  canceled,
  memberDues,
  pending,
} from '../../../shared/payments/payment.ts';
import {
  isOutdated,
  isReplaceable,
  isWaitingPaycheck,
  regenerated,
  type Outcome,
} from '../../../shared/payments/regeneration.ts';
import type { Member } from '../../../shared/members/member.ts';
import { mayWithdrawConsent } from '../../../shared/members/health-consent.ts';
import { membersByVisitsOf, type MembersByVisits } from '../../../shared/visits/employer-summary.ts';
import { transact, writeAlone } from '../../table/transact.ts';
import { clubVisitsStored, fewMembers, reasonParts, storedClubVisits } from '../reason-store.ts';
import { loadPayments, paymentChange, withoutTotals } from '../store.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { mayBeReimbursed, owesDues } from '../../../shared/payments/counted-members.ts';
import { dueMemberPayment, duePayment, type PaymentContext } from '../../../shared/payments/due-payment.ts';
import { facilityPayment } from '../../../shared/payments/facility-payment.ts';
import { hasLaunched } from '../../../shared/payments/partner-payment.ts';
import { isClosed } from '../../../shared/periods/period.ts';
import { described, inOrder, noShares } from '../../../shared/payments/share-group.ts';
import { sha256 } from '../../platform/digest.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { facilitiesFrom } from '../../members/enrollments-store.ts';
import { monthlyVisits, visitsBeforeNotice } from '../../visits/store.ts';
import { countedAtFacilities, countedMembers } from '../shares/counted-members.ts';
import { duesLock, type GenerationInput } from './generation.ts';
import type { Movers } from './mover-store.ts';
import { adjustedReimbursement } from '../late-visits.ts';
import type { FindShares } from '../shares/shares-store.ts';

const concurrency = 16;

/** A due payment, the stored payment, and the action to take. */
export interface DecidedPayment {
  due: DuePayment;
  existing: Payment | undefined;
  outcome: Outcome;
}

/** Decides the action for each due payment, without locked ones that do not exist. Writes nothing. */
export async function decidePayments(
  duePayments: readonly DuePayment[],
  { onlyMissing }: { onlyMissing: boolean },
): Promise<DecidedPayment[]> {
  const stored = new Map(
    (await loadPayments(duePayments.map(({ payment }) => payment.id))).map((payment) => [
      payment.id,
      payment,
    ]),
  );
  return duePayments.flatMap((due): DecidedPayment[] => {
    const existing = stored.get(due.payment.id);
    if (!existing && due.isLocked) return [];
    const leave =
      existing &&
      isReplaceable(existing) &&
      (due.isUnchanged ||
        (onlyMissing &&
          !isOutdated(existing, due.payment.reason.terms) &&
          !isReleased(existing, due.payment)));
    return [
      {
        due,
        existing,
        outcome: leave ? { what: 'kept', why: 'the same' } : regenerated(existing, due.payment),
      },
    ];
  });
}

/** Returns true for a paycheck reimbursement that waited for first dues, which are collected since. */
const isReleased = (payment: Payment, due: Payment): boolean =>
  isWaitingPaycheck(payment) && due.status === sentExternally;

/**
 * Writes changed payments, one put each with its index entries, on the condition that the stored payment is unchanged.
 * After a crash it finds its own payments and writes nothing.
 */
export async function writePayments(decided: readonly DecidedPayment[]): Promise<void> {
  const writing = decided.filter(({ due, outcome }) => due.clubVisits || outcome.what !== 'kept');
  for (let start = 0; start < writing.length; start += concurrency)
    await Promise.all(writing.slice(start, start + concurrency).map(writePayment));
}

async function writePayment({ due, existing, outcome }: DecidedPayment): Promise<void> {
  const { payment, clubVisits } = due;
  if (clubVisits && payment.kind === 'facility') await writeAlone(clubVisitsStored(payment, clubVisits));
  if (outcome.what === 'kept') return;
  for (const part of reasonParts(due.payment.id, due.memberIds)) await writeAlone(part);
  // the totals are set when the partner's payments are complete
  const writes = withoutTotals(paymentChange(existing ?? null, outcome.after));
  const [line] = writes;
  if (line && 'item' in line && writes.length === 1) await writeAlone(line);
  // removing a correction also removes the search entry
  else await transact(...writes);
}

/** A payment that is due, with the members it was counted from. */
export interface DuePayment {
  payment: Payment;
  memberIds: string[];
  /** The month's members of a club by number of visits, if they are counted for the first time. */
  clubVisits?: MembersByVisits | undefined;
  /** The stored payment is left unchanged. */
  isUnchanged?: boolean;
  /** Dues of a month that is over and of which none of the partner were sent: no payment is added. */
  isLocked?: boolean;
}

interface DueContext extends PaymentContext {
  input: GenerationInput;
  movers: Movers;
  /** Adjustments to the members with a day at the facility; facility payments only. */
  shares: FindShares;
  /** The last facility of a range; null for all facilities. */
  until?: string | null;
}

const enrollmentsPerStep = 250;

interface DueChunk {
  payments: DuePayment[];
  read: number;
  next: string | null;
}

export type FindDuePayments = (dueContext: DueContext, afterFacility: string | null) => Promise<DueChunk>;

const read = (facilities: Enrollment[][]): number =>
  facilities.reduce((sum, facility) => sum + facility.length, 0);

/** Returns the payments to a partner's facilities: one per facility with activated members in the month. */
export const dueFacilityPayments: FindDuePayments = async (dueContext, afterFacility) => {
  const { partner, input } = dueContext;
  const { groupMembership } = partner;
  if (!groupMembership || !hasLaunched(groupMembership, input.periodId))
    return { payments: [], read: 0, next: null };
  const { facilities: enrollmentsByFacility, next } = await facilitiesFrom(
    partner.partner.id,
    afterFacility,
    enrollmentsPerStep,
    dueContext.until,
  );
  const ids = enrollmentsByFacility.map((facility) => facility[0]?.facilityId ?? '');
  const shares = await dueContext.shares(ids[0] ?? '', ids.at(-1) ?? '');
  const members = await countedAtFacilities(enrollmentsByFacility, dueContext, shares);
  const facilities = new Map((await loadFacilities(ids)).map((facility) => [facility.id, facility]));
  const clubVisits = await firstVisitsOf(ids, members, dueContext);
  const duePayments = members.flatMap((counted, index): DuePayment[] => {
    const facilityId = ids[index] ?? '';
    const { isUnchanged = false, ...adjusted } = shares.get(facilityId) ?? noShares;
    const groups = inOrder(adjusted.groups);
    const amounts = facilityPayment(
      input.periodId,
      counted.length,
      groupMembership.duesForOneMemberPerMonthPaidToFacility,
      described(groups),
    );
    if (amounts.totalPayment === 0 && groups.length === 0 && !isUnchanged) return [];
    const facility = facilities.get(facilityId);
    const memberIds = [...counted.map(({ id }) => id), ...groups.flatMap((group) => group.memberIds)];
    const payment = duePayment<FacilityPayment>(dueContext, {
      ...amounts,
      // a canceled payment shows why nothing is paid
      status: amounts.totalPayment === 0 ? canceled : pending,
      kind: 'facility',
      facilityId,
      facilityNumber: facility?.facilityNumber ?? facilityId,
      facilityName: facility?.name ?? '',
      payeeToken: facility?.payeeToken ?? null,
    });
    return [
      {
        payment: withMembers(payment, memberIds),
        memberIds,
        clubVisits: clubVisits[index],
        isUnchanged,
      },
    ];
  });
  return { payments: duePayments, read: read(enrollmentsByFacility), next };
};

/** Returns a member's due reimbursement for the visits of its month, with the adjustments of late visits. */
export async function dueReimbursement(
  context: PaymentContext,
  member: Member,
  counted: number,
): Promise<MemberPayment | undefined> {
  const visits = (await visitsBeforeNotice(member, context.input.periodId)) ?? counted;
  const due = dueMemberPayment(context, member, visits);
  const { groupMembership } = context.partner;
  return due && groupMembership
    ? await adjustedReimbursement(due, member, groupMembership, context.now)
    : undefined;
}

/**
 * Returns the members of each facility by number of visits of the month, once and not before the month is closed: the
 * difference of two counts would reveal members. Undefined for counted facilities.
 */
async function firstVisitsOf(
  facilityIds: readonly string[],
  members: readonly (readonly Member[])[],
  { partner: { partner }, input: { periodId }, now }: DueContext,
): Promise<(MembersByVisits | undefined)[]> {
  if (!isClosed(periodId, now)) return [];
  const stored = await storedClubVisits(partner.id, periodId, facilityIds);
  const visits = await monthlyVisits(
    members.flatMap((counted, index) => (stored[index] ? [] : counted.map(({ id }) => id))),
    periodId,
  );
  return members.map((counted, index) =>
    stored[index]
      ? undefined
      : membersByVisitsOf(
          counted.map((member) => ({
            visits: visits.get(member.id) ?? 0,
            mayWithdrawConsent: mayWithdrawConsent(member),
          })),
          now,
        ),
  );
}

/** Returns the payments of a partner's members: one per member enrolled in the month. */
export const dueMemberPayments: FindDuePayments = async (dueContext, afterFacility) => {
  const { partner, input } = dueContext;
  const { groupMembership } = partner;
  if (!groupMembership || !hasLaunched(groupMembership, input.periodId))
    return { payments: [], read: 0, next: null };
  const { facilities, next } = await facilitiesFrom(
    partner.partner.id,
    afterFacility,
    enrollmentsPerStep,
    dueContext.until,
  );
  const isDues = input.paymentTypeId === memberDues;
  const isLocked =
    (await duesLock({ ...input, partnerId: partner.partner.id }, dueContext.now)) !== undefined;
  const members = (await countedMembers(facilities, dueContext, isDues ? owesDues : mayBeReimbursed)).flat();
  const visits = isDues
    ? new Map<string, number>()
    : await monthlyVisits(
        members.map(({ id }) => id),
        input.periodId,
      );
  const duePayments = await Promise.all(
    members.map(async (member): Promise<DuePayment[]> => {
      const payment = isDues
        ? dueMemberPayment(dueContext, member, 0)
        : await dueReimbursement(dueContext, member, visits.get(member.id) ?? 0);
      return payment ? [{ payment, memberIds: [], isLocked }] : [];
    }),
  );
  return { payments: duePayments.flat(), read: read(facilities), next };
};

/** Returns the payment with its counted members in the reason: their IDs or a digest of them. */
export function withMembers(payment: Payment, memberIds: readonly string[]): Payment {
  if (memberIds.length === 0) return payment;
  const memberList =
    memberIds.length <= fewMembers
      ? { memberIds: [...memberIds] }
      : { membersDigest: sha256(memberIds.join()).slice(0, 16) };
  return { ...payment, reason: { ...payment.reason, ...memberList } };
}
