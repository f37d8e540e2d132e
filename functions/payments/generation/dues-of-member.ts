import {
  dateInChicago,
  duesGenerationDate,
  nextPeriod,
  periodOf,
  periodsBetween,
  type PeriodId,
} from '../../../shared/calendar.ts';
import {
  deleted,
  endOf,
  enrolledWaitingForPayment,
  firstDayOf,
  type Member,
} from '../../../shared/members/member.ts';
import {
  duesPaidBack,
  duesPaidBackId,
  noDayOfAccess,
  wereDuesSent,
} from '../../../shared/payments/dues-paid-back.ts';
import { isCanceled, leftUnpaid } from '../../../shared/payments/dues-collected.ts';
import { memberPaymentOf } from '../../../shared/payments/due-payment.ts';
import { owesDuesFor } from '../../../shared/payments/member-payment.ts';
import {
  paymentIdOf,
  isReserved,
  isOfKind,
  type MemberPayment,
  type Payment,
  memberDues,
  memberReimbursements,
  canceled,
  pending,
  returned,
} from '../../../shared/payments/payment.ts';
import { movePayment } from '../../../shared/payments/payment-moves.ts';
import { visitAdjustmentId } from '../../../shared/payments/visit-adjustment.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import { waitingReason } from '../../../shared/bank-files/exclusion.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import type { Change } from '../../table/write.ts';
import { cancellation } from '../statuses/decide.ts';
import { loadPayments, paymentAbsent, paymentChange, paymentReplaced, paymentUnchanged } from '../store.ts';
import { areDuesUnpaid, duesIdsOf } from '../../../shared/payments/refund.ts';
import { hasDayIn } from '../../../shared/payments/dues.ts';
import { isPartnerPaid } from '../../../shared/programs.ts';

/**
 * Returns the dues of a member who signs now for months that were already generated. Later generations include the
 * member themselves.
 */
export function duesAtSigning(
  partner: Partner,
  program: GroupMembership,
  member: Member,
  now: Date,
): Payment[] {
  const from = firstDayOf(member);
  if (from === null) return [];
  const today = dateInChicago(now);
  return periodsBetween(periodOf(from), nextPeriod(periodOf(today)))
    .filter((period) => duesGenerationDate(period) <= today)
    .flatMap((period) => duesOfMonth(partner, program, member, period, now, 'signing') ?? []);
}

/** Returns one member's dues for a month outside a generation, or undefined if none are owed. */
export function duesOfMonth(
  partner: Partner,
  program: GroupMembership,
  member: Member,
  periodId: PeriodId,
  now: Date,
  why = 'member',
): Payment | undefined {
  const month = { paymentTypeId: memberDues, periodId };
  return memberPaymentOf({ partner, program, generationId: `${why} ${member.id}`, now }, month, member, 0);
}

export interface By {
  who: string;
  now: Date;
}

/** The newest payments that one transaction removes or cancels; older ones are excluded from every file. */
const mostSettled = 5;

/** Collected dues and their refund; `before` is the canceled refund of the same dues, which is Pending again. */
export interface PaidBack {
  dues: MemberPayment;
  refund: MemberPayment;
  before: MemberPayment | null;
}

/** Effects on dues of months without a day of access: after the end of the membership, or on hold or suspended throughout. */
export interface DuesWithoutDay {
  /** Pending dues, which are no longer due. */
  removed: Payment[];
  /**
   * Pending dues with an attempt that came back, which the bank knows, so they are not removed; and reimbursements of a
   * member who left before the first dues were collected, or of months with dues that came back and were not paid before.
   */
  canceled: { before: Payment; reason: string }[];
  /** Dues that were sent, each with its refund. */
  paidBack: PaidBack[];
  /** Dues that were sent, with a refund that exists and is not paid yet. */
  refunding: MemberPayment[];
  /** Dues in a bank file that was not sent yet. The sending step refunds them. */
  reserved: Payment[];
  /** IDs of missing dues, which a running generation may be about to add. */
  absent: string[];
}

/**
 * Returns the dues of months in which a member has no day of access; all dues if the member leaves before
 * the first dues were sent. Pending dues are removed and sent dues are refunded once. Pending first dues of a waiting
 * member are removed even if an earlier attempt activated the membership. A member who leaves before the first dues were
 * sent is not reimbursed either. `after` is the member with the end date.
 */
export async function duesWithoutDay(before: Member, after: Member, now: Date): Promise<DuesWithoutDay> {
  const from = firstDayOf(after);
  const terms = from === null ? undefined : await loadGroupMembership(after.partnerId);
  if (from === null || !terms || isPartnerPaid(terms))
    return { removed: [], canceled: [], paidBack: [], refunding: [], reserved: [], absent: [] };
  const name = {
    kind: 'member',
    programPaymentTypeId: terms.programPaymentTypeId,
    paymentTypeId: memberDues,
    partnerId: after.partnerId,
    memberId: after.id,
  } as const;
  const idOf = (periodId: PeriodId) => paymentIdOf({ ...name, periodId });
  const reimbursementIdsOf = (periodId: PeriodId) => [
    paymentIdOf({ ...name, paymentTypeId: memberReimbursements, periodId }),
    visitAdjustmentId({ ...name, periodId }),
  ];
  const periods = periodsBetween(periodOf(from), nextPeriod(nextPeriod(periodOf(dateInChicago(now))))).filter(
    (period) => !owesDuesFor(after, period),
  );
  const unpaidReimbursements = async () => {
    const all = periodsBetween(periodOf(from), nextPeriod(periodOf(dateInChicago(now))));
    const stored = await loadPayments(all.flatMap((period) => [idOf(period), ...reimbursementIdsOf(period)]));
    const unpaidIds = new Set(stored.filter(areDuesUnpaid).map(({ id }) => id));
    return stored
      .filter((payment) => isOfKind(payment, 'member'))
      .filter((payment) => duesIdsOf(payment).some((id) => unpaidIds.has(id)));
  };
  const ids = periods.map(idOf);
  const firstId = idOf(periodOf(from));
  const isWaiting =
    before.invitationStatus === enrolledWaitingForPayment &&
    after.invitationStatus !== enrolledWaitingForPayment &&
    !ids.includes(firstId);
  const firstDues = isWaiting ? await loadPayments([firstId]) : [];
  const reimbursements = leftUnpaid(after) ? await loadPayments(periods.flatMap(reimbursementIdsOf)) : [];
  const unpaid = after.invitationStatus === deleted ? await unpaidReimbursements() : [];
  const dues = (await loadPayments(ids)).filter((payment) => isOfKind(payment, 'member'));
  const loadedIds = new Set(dues.map(({ id }) => id));
  const at = now.toISOString();
  return {
    ...openSettled([...firstDues, ...dues], [...reimbursements, ...unpaid], after),
    ...(await refundsOfSent(dues.filter(wereDuesSent), { before, after, at })),
    reserved: dues.filter(isReserved),
    absent: ids.filter((id) => !loadedIds.has(id)),
  };
}

/** Returns the refunds of collected dues that are no longer owed, and those that exist already. */
async function refundsOfSent(
  sent: readonly MemberPayment[],
  { before, after, at }: { before: Member; after: Member; at: string },
): Promise<Pick<DuesWithoutDay, 'paidBack' | 'refunding'>> {
  const refunds = await formerRefunds(sent);
  const refundOf = (dues: MemberPayment) =>
    duesPaidBack(dues, departureOf(after.id), at, whyPaidBack(dues, after));
  return {
    paidBack: sent
      // a refund that was canceled by hand is not restored
      .filter(({ id, periodId }) => !refunds.has(id) || owesDuesFor(before, periodId))
      .flatMap((dues) => paidBackOnce(dues, refundOf(dues), refunds.get(dues.id)) ?? []),
    refunding: sent.filter(({ id }) => {
      const status = refunds.get(id)?.status;
      return status === pending || status === returned;
    }),
  };
}

/** Loads the refunds of dues, by the ID of the dues. */
export async function formerRefunds(dues: readonly MemberPayment[]): Promise<Map<string, MemberPayment>> {
  const refunds = await loadPayments(dues.map(duesPaidBackId));
  return new Map(
    dues.flatMap((due): [string, MemberPayment][] => {
      const refund = refunds.find(({ id }) => id === duesPaidBackId(due));
      return refund && isOfKind(refund, 'member') ? [[due.id, refund]] : [];
    }),
  );
}

/** Returns the refund of sent dues, a new one or the canceled one again; undefined while another one exists. */
export function paidBackOnce(
  dues: MemberPayment,
  refund: MemberPayment,
  before: MemberPayment | undefined,
): PaidBack | undefined {
  if (!before) return { dues, refund, before: null };
  if (before.status !== canceled) return undefined;
  const { attempts, version, ledger } = before;
  const restored = movePayment(before, 'restore', { at: refund.statusAt });
  return { dues, before, refund: { ...restored, ...refund, attempts, version, ledger } };
}

/** Returns the writes of a refund, without those of its dues. */
export const refundChanges = ({ before, refund }: Pick<PaidBack, 'before' | 'refund'>): Change[] =>
  before ? paymentReplaced(before, refund) : paymentChange(null, refund);

export const monthUnpaid =
  'The dues of this month were returned and not paid before the member left, so nothing is reimbursed.';

/**
 * Returns the newest open payments: Pending dues are removed if the bank does not know them. Others are canceled, because
 * first dues that stay collected after all restore the reimbursements.
 */
function openSettled(
  dues: readonly Payment[],
  reimbursements: readonly Payment[],
  member: Member,
): Pick<DuesWithoutDay, 'removed' | 'canceled'> {
  const notSent = dues.filter(({ status, bankFileId }) => status === pending && bankFileId === null);
  const waiting = new Map(reimbursements.map((payment) => [payment.id, payment]));
  const isOpen = ({ status, bankFileId }: Payment) =>
    (status === pending || status === returned) && bankFileId === null;
  const settled = [...notSent, ...[...waiting.values()].filter(isOpen)]
    .toSorted((left, other) => other.periodId.localeCompare(left.periodId))
    .slice(0, mostSettled);
  const isRemoved = (payment: Payment) => !waiting.has(payment.id) && payment.attempts.length === 0;
  return {
    removed: settled.filter(isRemoved),
    canceled: settled
      .filter((payment) => !isRemoved(payment))
      .map((before) => ({ before, reason: waitingReason(before, member) ?? monthUnpaid })),
  };
}

const whyPaidBack = ({ periodId }: Payment, member: Member): string | undefined => {
  if (isCanceled(member)) return 'the membership was canceled within the right of cancellation';
  return hasDayIn({ from: firstDayOf(member) ?? '', to: endOf(member) }, periodId)
    ? noDayOfAccess({ periodId })
    : undefined;
};

/**
 * Returns the writes for the dues of months without a day of access after a hold or suspension ended: Pending ones are
 * removed, and collected ones are refunded.
 */
export async function duesAfterPause(before: Member, after: Member, by: By): Promise<Change[]> {
  const dues = await duesWithoutDay(before, after, by.now);
  // payments without an account are assigned to the new one
  const removed = dues.removed.filter(({ payeeToken }) => payeeToken !== null);
  return duesSettled({ ...dues, removed, absent: [] }, by);
}

const authorizationEnded = 'the authorization ended before the withdrawal';

/** Returns true for a refund of dues that are owed, but were withdrawn without an authorization. */
export const isRefundOfUnauthorized = ({ reason }: Pick<Payment, 'reason'>): boolean =>
  reason.steps.some(({ what }) => what.endsWith(authorizationEnded));

/**
 * Returns the refund for dues in a bank file of a member who left, or without an authorization for the day; undefined
 * while they are owed and authorized.
 */
export function refundAtSending(
  dues: Payment,
  member: Member,
  isAuthorized: boolean,
  now: Date,
): MemberPayment | undefined {
  if (dues.kind !== 'member' || dues.paymentTypeId !== memberDues) return undefined;
  const isOwed = owesDuesFor(member, dues.periodId);
  if (isOwed && isAuthorized) return undefined;
  const why = isOwed ? authorizationEnded : whyPaidBack(dues, member);
  return duesPaidBack(dues, departureOf(member.id), now.toISOString(), why);
}

/** Returns the generation ID of refunds. */
export const departureOf = (memberId: string): string => `departure ${memberId}`;

/**
 * Returns the writes that settle a leaving member's dues: Pending dues are removed, sent dues are refunded. All are
 * refused if any dues were sent, returned, reserved, or generated since they were read: dues that a generation is about
 * to add would outlive the membership, and dues that are being sent would never be refunded (decision 7).
 */
export const duesSettled = (dues: DuesWithoutDay, by: By): Change[] => [
  ...duesSettledEach(dues, by).flat(),
  ...duesChecked(dues),
];

/** Returns the writes of each payment that a leaving member's dues are settled with; restored refunds are first. */
export const duesSettledEach = ({ removed, canceled, paidBack }: DuesWithoutDay, by: By): Change[][] => [
  ...paidBack
    .toSorted((left, other) => Number(other.before !== null) - Number(left.before !== null))
    .map(({ dues, ...refund }) => [paymentUnchanged(dues), ...refundChanges(refund)]),
  ...removed.map((payment) => paymentsRemoved([payment])),
  ...canceled.map(({ before, reason }) => cancellation(before, { reason, ...by })),
];

/** Returns the conditions on dues that are being sent or generated. */
export const duesChecked = ({ reserved, absent }: DuesWithoutDay): Change[] => [
  ...reserved.map(paymentUnchanged),
  ...absent.map((id) =>
    paymentAbsent(
      id,
      new Refusal(
        'conflict',
        'Dues of this member were generated just now. The membership was not changed. Try again.',
      ),
    ),
  ),
];

export const paymentsAdded = (payments: readonly Payment[]): Change[] =>
  payments.flatMap((payment) => paymentChange(null, payment));

const paymentsRemoved = (payments: readonly Payment[]): Change[] =>
  payments.flatMap((payment) => paymentChange(payment, null));
