import { canConfirm } from '../../../shared/administrators/administrator.ts';
import { nextPeriod, periodName, dateInChicago } from '../../../shared/calendar.ts';
import { canceled, type FacilityPayment, isOfKind, type Payment } from '../../../shared/payments/payment.ts';
import { isNeverLocked } from '../../../shared/bank-files/exclusion.ts';
import { wasDue } from '../../../shared/bank-files/waited-dues.ts';
import { isPaidGroup } from '../../../shared/payments/share-group.ts';
import { isDeclined } from '../../../shared/payments/share-records.ts';
import { duesLock } from '../generation/generation.ts';
import { storedMembers } from '../reason-store.ts';
import { pagesOfPayments } from '../lists/payment-list-store.ts';
import { isDuesPaidBack } from '../../../shared/payments/dues-paid-back.ts';
import { approvedAgain, payAgainError } from '../../../shared/payments/pay-again.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import {
  confirmingAt,
  isSecondPerson,
  requireConfirmingAdministrator,
} from '../../administrators/second-person.ts';
import { refundsNow, repaidNow } from '../../bank-files/refund-store.ts';
import { sentEntriesNow } from '../../bank-files/sent-entry-store.ts';
import { findMember, reservedMember } from '../../members/store.ts';
import { loadUser, loadUserNames } from '../../users/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { loadPayment, paymentChange, paymentConflict, paymentUnchanged } from '../store.ts';
import { paidAgainChanges } from './decide.ts';

const facilitiesPerPage = 50;

/**
 * Returns why a facility is not paid again, or undefined: members of the canceled payment moved and are paid at another
 * facility, in its payment of the month or in the correction of the next month.
 */
async function countedElsewhere(payment: FacilityPayment): Promise<string | undefined> {
  const { programPaymentTypeId, partnerId, periodId } = payment;
  const { own } = await storedMembers(payment);
  for (const month of [periodId, nextPeriod(periodId)]) {
    const list = { programPaymentTypeId, partnerId, periodId: month };
    for await (const { rows } of pagesOfPayments('facility', list, { pageSize: facilitiesPerPage }))
      for (const other of rows) {
        if (other.facilityId === payment.facilityId || isDeclined(other)) continue;
        const members = await storedMembers(other);
        const counted = [
          ...(month === periodId ? members.own : []),
          ...members.groups
            .filter((group) => group.period === periodId && group.each > 0 && isPaidGroup(group))
            .flatMap(({ memberIds }) => memberIds),
        ].filter((id) => own.has(id));
        if (counted.length > 0)
          return `Members of this payment moved and are paid for ${periodName(periodId)} in the payment of ${other.facilityName} for ${periodName(month)}. Cancel that payment first, or pay the others outside the portal.`;
      }
  }
  return undefined;
}

/** Loads what decides whether a canceled payment can be paid again. */
async function loadContext(payment: Payment, now: Date) {
  const [trace] = payment.attempts.slice(-1).flatMap((attempt) => attempt.trace ?? []);
  const original = trace === undefined ? undefined : (await sentEntriesNow([trace])).get(trace);
  const reversedBy = original?.reversedBy?.trace;
  const reversal =
    reversedBy === undefined ? undefined : (await sentEntriesNow([reversedBy])).get(reversedBy);
  const isOfMember = isOfKind(payment, 'member');
  const member = isOfMember ? await findMember(payment.memberId) : undefined;
  const repaid =
    isOfMember && isDuesPaidBack(payment) ? (await repaidNow([payment])).get(payment.id) : undefined;
  const refund = (await refundsNow([payment])).get(payment.id);
  const isRefunded = refund !== undefined && refund.status !== canceled;
  const today = dateInChicago(now);
  return {
    today,
    reversal,
    member,
    repaid: repaid?.payment,
    isRefunded,
    isLocked:
      !wasDue(payment, payment.statusAt) &&
      !isNeverLocked(payment, { member, account: undefined, today }) &&
      (await duesLock(payment, now)) !== undefined,
    program: isOfMember ? undefined : await loadGroupMembership(payment.partnerId),
    countedElsewhere: isOfKind(payment, 'facility') ? await countedElsewhere(payment) : undefined,
  };
}

/** Returns why a payment cannot be paid again, or undefined. */
export const whyNotPaidAgain = async (payment: Payment, now: Date): Promise<string | undefined> =>
  payAgainError(payment, await loadContext(payment, now));

/** Returns whether a canceled payment can be paid again, and its open request, unless the requester can no longer confirm. */
export async function payAgainState(payment: Payment, callerId: string, now: Date) {
  const { payAgainRequest } = payment;
  const isValid =
    payAgainRequest && canConfirm(await loadUser(payAgainRequest.requestedBy), confirmingAt(now));
  const open = isValid ? payAgainRequest : null;
  const names = await loadUserNames(open ? [open.requestedBy] : []);
  return {
    error: (await whyNotPaidAgain(payment, now)) ?? null,
    request: open && {
      reason: open.reason,
      by: names.get(open.requestedBy) ?? 'a former administrator',
      isByCaller: open.requestedBy === callerId,
    },
  };
}

interface PayAgain {
  paymentId: string;
  version: number;
  reason?: string | undefined;
}

/**
 * Pays a canceled or reversed payment again after another administrator approved the request. The payment keeps its ID,
 * so that no month is paid twice.
 */
export async function payAgain({ paymentId, version, reason }: PayAgain, who: string, now: Date) {
  await requireConfirmingAdministrator(who, now);
  const payment = await loadPayment(paymentId);
  if (payment.version !== version) throw paymentConflict();
  const context = await loadContext(payment, now);
  const error = payAgainError(payment, context);
  if (error) throw new Refusal('conflict', `${error} Nothing was changed.`);
  const requestedBy = payment.payAgainRequest?.requestedBy;
  const isApproval = requestedBy !== undefined && (await isSecondPerson(requestedBy, who, now));
  const again = isApproval ? approvedAgain(payment, who, now.toISOString()) : undefined;
  if (!again) return request(payment, reason, who, now);
  const { member, repaid } = context;
  await transact(
    ...paidAgainChanges(payment, again, now),
    ...(member ? reservedMember(member) : []),
    ...(repaid ? [paymentUnchanged(repaid)] : []),
  );
  return {
    success: true,
    message: 'The payment is Pending again and goes with the next bank run.',
    approved: true,
  };
}

async function request(payment: Payment, reason: string | undefined, who: string, now: Date) {
  if (reason === undefined) throw new Refusal('invalid', 'Reason is required.', 'reason');
  const payAgainRequest = { reason, requestedBy: who, requestedAt: now.toISOString() };
  await transact(
    ...paymentChange(payment, { ...payment, payAgainRequest }),
    auditWrite(
      { name: 'payment requested again', subject: `payment ${payment.id}`, who, after: { reason } },
      now,
    ),
  );
  return {
    success: true,
    message: 'Another administrator must approve this. Nothing has changed yet.',
    approved: false,
  };
}
