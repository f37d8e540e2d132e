import { stoppedByMember, stopMethod, nextWithdrawals } from '../../shared/accounts/next-withdrawal.ts';
import {
  dateInChicago,
  duesCollectionDate,
  type CalendarDate,
  type PeriodId,
} from '../../shared/calendar.ts';
import { keyFobStatusInUse } from '../../shared/employees/key-fob.ts';
import { deactivatedMember } from '../../shared/employees/membership-rules.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { activated, type Member } from '../../shared/members/member.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { duesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import { memberDues, isOfKind, type MemberPayment } from '../../shared/payments/payment.ts';
import { Refusal } from '../../shared/refusal.ts';
import { keyFobChange, loadKeyFobs } from '../employees/store.ts';
import { memberStatusChange } from '../members/status-change.ts';
import { unchangedMember } from '../members/store.ts';
import { duesOfMonth, paymentsAdded } from '../payments/generation/dues-of-member.ts';
import { decisionChanges } from '../payments/statuses/decide.ts';
import { loadPayments, paymentUnchanged } from '../payments/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { transact } from '../table/transact.ts';
import { loadMemberPayments } from '../payments/member-payments.ts';

interface StopRequest {
  member: Member;
  program: GroupMembership;
  partner: Partner;
  periodId: PeriodId;
}

interface PlannedWithdrawal {
  payment: MemberPayment;
  date: CalendarDate;
}

/** Loads a month's withdrawal. Adds the next month's if it is not generated yet, so that it can be canceled. */
export async function loadWithdrawal(
  { member, program, partner, periodId }: StopRequest,
  now: Date,
): Promise<PlannedWithdrawal> {
  const stored = await loadMemberPayments(member, program.programPaymentTypeId, [periodId], [memberDues]);
  const [planned] = nextWithdrawals({ member, program, payments: stored }, dateInChicago(now));
  const isNext = planned?.periodId === periodId;
  const payment = stored.find((payment) => isOfKind(payment, 'member'));
  if (payment) return { payment, date: isNext ? planned.date : sentFor(payment) };
  const due = isNext ? duesOfMonth(partner, program, member, periodId, now) : undefined;
  if (!due) throw new Refusal('conflict', 'There is no withdrawal in this month to stop.');
  await transact(...paymentsAdded([due]));
  const [added] = (await loadPayments([due.id])).filter((payment) => isOfKind(payment, 'member'));
  if (!added) throw new Error(`the dues ${due.id} were not added`);
  return { payment: added, date: planned?.date ?? sentFor(added) };
}

/** Returns the day that was announced for a withdrawal, or else its collection day. */
export const sentFor = ({ announced, periodId }: MemberPayment): CalendarDate =>
  announced?.from ?? duesCollectionDate(periodId);

/**
 * Returns the writes that stop a withdrawal: it is Canceled, or repaid if the bank has it. An activated membership goes
 * on hold with its key fob until the dues are settled and a user resumes it.
 */
export async function stopChanges(
  { payment, date }: PlannedWithdrawal,
  member: Member,
  { who, now }: { who: string; now: Date },
): Promise<{ changes: Change[]; isOnHold: boolean }> {
  const today = dateInChicago(now);
  const way = stopMethod(payment, date, today);
  const isOnHold = member.invitationStatus === activated;
  const stopped =
    way === 'cancel'
      ? decisionChanges(payment, { decision: 'cancel', reason: stoppedByMember, who }, now)
      : [
          paymentUnchanged(payment),
          ...paymentsAdded([duesPaidBack(payment, `stop ${member.id}`, now.toISOString(), stoppedByMember)]),
        ];
  const event = { name: 'member stopped withdrawal', subject: `member ${member.id}` } as const;
  const auditEvent = { partnerId: member.partnerId, who, after: { payment: payment.id, way } };
  return {
    isOnHold,
    changes: [
      ...stopped,
      ...(isOnHold ? await pauseChanges(member, today, who, now) : [unchangedMember(member)]),
      auditWrite({ ...event, ...auditEvent }, now),
    ],
  };
}

export async function pauseChanges(
  member: Member,
  today: CalendarDate,
  who: string,
  now: Date,
): Promise<Change[]> {
  const after = deactivatedMember(member, today);
  const [keyFob] = member.keyFobNumber === null ? [] : await loadKeyFobs([member.keyFobNumber]);
  return [
    ...memberStatusChange(member, after, { reason: stoppedByMember }, { who, now, isConfirmed: true }),
    ...(keyFob ? keyFobChange(keyFob, { ...keyFob, keyFobStatusId: keyFobStatusInUse(after) }) : []),
  ];
}
