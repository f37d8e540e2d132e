import {
  dateInChicago,
  duesGenerationDate,
  nextPeriod,
  periodOf,
  periodsBetween,
  periodStart,
  showDate,
} from '../../shared/calendar.ts';
import { isFirstDues } from '../../shared/bank-files/exclusion.ts';
import { noticeDay } from '../../shared/enrollment/cancellation-rights.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import {
  endedByMember,
  isCancelable,
  endingLines,
  endingOf,
  type Ending,
} from '../../shared/accounts/ending.ts';
import { refundText } from '../../shared/accounts/open-deposits.ts';
import { pauseLines, type PauseEffect } from '../../shared/accounts/pause.ts';
import type { MemberRequest } from '../../shared/members/member-request.ts';
import type { Member } from '../../shared/members/member.ts';
import { currentPause, isEnrolled } from '../../shared/members/standing.ts';
import { isDuesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import { owesDuesFor } from '../../shared/payments/member-payment.ts';
import { canceled, isOfKind, type MemberPayment, type Payment } from '../../shared/payments/payment.ts';
import { isRefundCommitted } from '../../shared/payments/refund.ts';
import { Refusal } from '../../shared/refusal.ts';
import { areFirstDuesUnderWay, leaveParts } from '../employees/member-after-end.ts';
import { loadPartner } from '../partners/store.ts';
import {
  duesChecked,
  duesOfMonth,
  duesSettled,
  duesSettledEach,
  duesWithoutDay,
  paymentsAdded,
  type By,
  type DuesWithoutDay,
} from '../payments/generation/dues-of-member.ts';
import { loadMemberPayments, periodsOf } from '../payments/member-payments.ts';
import { cancellation } from '../payments/statuses/decide.ts';
import {
  loadReimbursementsNotOwed,
  type UnpaidByLeaver,
  unpaidSettled,
} from '../payments/statuses/unpaid-leaver-store.ts';
import { paymentUnchanged } from '../payments/store.ts';
import { linkEmail, sendEmail } from '../platform/email.ts';
import { errorFields, log } from '../platform/log.ts';
import { emailEachAdministrator } from '../administrators/notify-administrators.ts';
import { cancellationRight } from '../settings/state-right.ts';
import { facilityManagersToEmail } from '../facilities/manager-store.ts';
import { notificationEmails } from '../managers/store.ts';
import { showMoney } from '../../shared/money.ts';
import { takeFitting } from '../jobs/fitting.ts';
import { auditWrite } from '../table/audit.ts';
import { sizeOf } from '../table/transact.ts';
import type { Change } from '../table/write.ts';
import type { MemberEmail } from '../members/email-content.ts';
import { findRequest, requestChange } from '../members/request-store.ts';
import { memberChange } from '../members/store.ts';

/** Returns true for a membership that ended and can still be canceled within the right. */
export async function isStillCancelable(member: Member, now: Date): Promise<boolean> {
  if (isEnrolled(member) || !isCancelable(member)) return false;
  const { until } = await cancellationRight(member);
  return noticeDay(now) <= until;
}

const employeesPath = '/partnermanager/groupmemberships/employeemanagement';

export interface MemberEnd {
  after: Member;
  ending: Ending;
  changes: Change[];
}

/**
 * Returns the effects of the member's own notice today, and its writes. `noticeOn` is the day of a notice in writing. The
 * writes are not complete if the payments of many months change; the job of the email settles the others. Throws ('invalid')
 * if the membership cannot end.
 */
export async function memberEnd(
  member: Member,
  program: GroupMembership,
  { who, now, noticeOn }: { who: string; now: Date; noticeOn?: string | undefined },
): Promise<MemberEnd & { dues: DuesWithoutDay; membership: Change[]; isComplete: boolean }> {
  const { programPaymentTypeId } = program;
  const [right, isCollecting, payments] = await Promise.all([
    cancellationRight(member),
    areFirstDuesUnderWay(member, programPaymentTypeId),
    loadMemberPayments(member, programPaymentTypeId, periodsOf(member, now)),
  ]);
  const { until } = right;
  const firstDues = payments.find((payment) => isFirstDues(payment, member));
  const context = { programPaymentTypeId, until, isCollecting, firstDues, now, noticeOn };
  const { kind, after } = endedByMember(member, context);
  const { membership, dues } = await leaveParts(member, after, who, now, { isConfirmed: true });
  const settledIds = new Set(
    [...dues.removed, ...dues.canceled.map(({ before }) => before)].map(({ id }) => id),
  );
  const reimbursements =
    kind === 'cancel' || after.noticeOn !== undefined
      ? await loadReimbursementsNotOwed(after, program, payments, now)
      : { open: [], paid: [] };
  const open = reimbursements.open.filter(({ payment }) => !settledIds.has(payment.id));
  const ending = endingOf({
    member,
    after,
    kind,
    program,
    payments: payments.map(
      (payment) => open.find(({ payment: { id } }) => id === payment.id)?.changed ?? payment,
    ),
    dues: { ...endedDues(dues, open), reimbursed: reimbursements.paid },
    right,
    today: dateInChicago(now),
    noticeOn: noticeOn ?? noticeDay(now),
  });
  const ended = [
    ...membership,
    ...reimbursements.paid.map(paymentUnchanged),
    ...(await endRecorded(member, ending, { now, noticeOn })),
  ];
  const each = open.map((reimbursement) => unpaidSettled([reimbursement], { who, now }));
  const base = [...ended, ...duesChecked(dues)];
  const settled = [...duesSettledEach(dues, { who, now }), ...each];
  const fitting = await takeFitting(settled, (changes) => ({ changes }), mostItems - sizeOf(base));
  return {
    after,
    ending,
    membership: [...ended, ...each.flat()],
    dues,
    changes: [...base, ...fitting.changes],
    isComplete: fitting.itemCount === settled.length,
  };
}

const endedDues = (dues: DuesWithoutDay, open: readonly UnpaidByLeaver[]) => ({
  dropped: [
    ...dues.removed,
    ...dues.canceled.map(({ before }) => before),
    ...open.flatMap(({ payment, changed }) => (changed ? [] : [payment])),
  ],
  refunded: [
    ...dues.paidBack.map(({ dues: collected }) => collected),
    ...dues.refunding,
    ...dues.reserved.filter((payment) => isOfKind(payment, 'member')),
  ],
});

/** The items of a transaction besides those of the member's email. */
const mostItems = 90;

/**
 * Returns the writes that record the end for the reports of administrators. It is open while a paid reimbursement is not
 * recovered.
 */
async function endRecorded(
  member: Member,
  of: Ending,
  { now, noticeOn }: { now: Date; noticeOn: string | undefined },
): Promise<Change[]> {
  const before = await findRequest(member.id, 'ending');
  const at = now.toISOString();
  const isRecovering = of.reimbursed > 0;
  const record: MemberRequest = {
    memberId: member.id,
    kind: 'ending',
    partnerId: member.partnerId,
    memberName: `${member.firstName} ${member.lastName}`,
    fromName: member.facilityName ?? '',
    facilityId: null,
    facilityName: '',
    lostNumber: '',
    note: before?.note ?? '',
    status: isRecovering ? 'open' : 'done',
    answer: [...(noticeOn ? [['Notice in writing', showDate(noticeOn)]] : []), ...endingLines(of)]
      .map(([label, text]) => `${label}: ${text}`)
      .join(' '),
    requestedAt: at,
    answeredAt: isRecovering ? null : at,
    version: before?.version ?? 0,
  };
  return requestChange(before ?? null, record);
}

/** Emails the partner's and the club's managers about the end, and the administrators about money that is due. */
export async function notifyOfEnd(member: Member, of: Ending): Promise<void> {
  const name = `${member.firstName} ${member.lastName}`;
  const { kind, lastDay, refundTotal, refundBy, reimbursed } = of;
  const text =
    kind === 'cancel'
      ? `${name} canceled the membership at ${member.facilityName ?? ''} within the right of cancellation. It ended on ${showDate(lastDay)}${of.paysDues ? ', and no dues are owed for it' : ''}.`
      : `${name} ended the membership at ${member.facilityName ?? ''}. Last day: ${showDate(lastDay)}.`;
  const managers = member.facilityId === null ? [] : await facilityManagersToEmail(member.facilityId);
  const recipients = [
    ...(await notificationEmails(await loadPartner(member.partnerId))).map((to) => ({
      to,
      path: employeesPath,
    })),
    ...managers.map(({ email }) => ({ to: email.toLowerCase(), path: '/facilitymanager' })),
  ];
  for (const { to, path } of recipients)
    try {
      const link = { title: 'Log in', address: `${process.env.SITE_ADDRESS ?? ''}${path}` };
      await sendEmail(linkEmail(to, `${name} ended a membership`, ['Hello,', text], link));
    } catch (error) {
      // the end is committed
      log('error', 'email about the end of a membership not sent', errorFields(error));
    }
  const money = [
    ...(refundBy === null ? [] : [`Send the refund of ${showMoney(refundTotal)}: ${refundText(of)}`]),
    ...(reimbursed > 0
      ? [
          `Recover ${showMoney(reimbursed)} that was reimbursed, or reverse the payment, and close the request.`,
        ]
      : []),
  ];
  if (money.length > 0)
    await emailEachAdministrator(() => ({
      subject:
        refundBy === null ? `Reimbursement to recover from ${name}` : `Refund due by ${showDate(refundBy)}`,
      paragraphs: [text, ...money],
      link: { title: 'View the member', path: `/admin/members/${member.id}` },
    }));
}

/** Returns the confirmation, which has the same lines as the page and a PDF of them. */
export function endConfirmation(member: Member, of: Ending, now: Date, noticeOn?: string): MemberEmail {
  const title = of.kind === 'cancel' ? 'Your membership was canceled' : 'Your membership ends';
  const lines = endingLines(of);
  return {
    memberId: member.id,
    subject: title,
    paragraphs: [
      of.kind === 'cancel'
        ? `You canceled your membership at ${member.facilityName ?? ''} within the right of cancellation.${of.paysDues ? ' Everything that was collected is refunded.' : ''}`
        : `You ended your membership at ${member.facilityName ?? ''}. Your last day ${of.lastDay < dateInChicago(now) ? 'was' : 'is'} ${showDate(of.lastDay)}.`,
      ...(noticeOn === undefined
        ? []
        : [`We received your notice in writing of ${showDate(noticeOn)} and recorded it today.`]),
      ...lines.map(([label, text]) => `${label}: ${text}`),
      'If you did not request this, contact us immediately.',
    ],
    link: { title: 'See your membership', path: '/member/dashboard/home' },
    document: {
      title,
      name: 'end-of-membership.pdf',
      at: now.toISOString(),
      lines: [
        ['Member', `${member.firstName} ${member.lastName}`],
        ['Club', member.facilityName ?? ''],
        ...lines,
      ],
    },
  };
}

const pauseEvent = (
  name: 'member paused membership' | 'member resumed membership',
  after: Member,
  { who, now }: By,
) =>
  auditWrite(
    {
      name,
      subject: `member ${after.id}`,
      partnerId: after.partnerId,
      who,
      after: { pause: currentPause(after, dateInChicago(now)) ?? null },
    },
    now,
  );

/** Returns the writes of a pause. Dues of its months that are generated already are removed, or refunded if sent. */
export async function pauseChanges(member: Member, after: Member, by: By): Promise<Change[]> {
  return [
    ...memberChange(member, after),
    ...duesSettled(await duesWithoutDay(member, after, by.now), by),
    pauseEvent('member paused membership', after, by),
  ];
}

/**
 * Returns the payments that change when a pause ends early: months that were generated and have a day of access owe dues.
 * Missing ones are added, and refunds are canceled; `settledMonths` have dues that do not change, such as canceled ones. Throws ('conflict') if a refund was sent: dues are collected once.
 */
export async function resumePayments(
  member: Member,
  after: Member,
  program: GroupMembership,
  now: Date,
): Promise<{ added: Payment[]; refunds: MemberPayment[]; settledMonths: string[] }> {
  const partner = await loadPartner(member.partnerId);
  const today = dateInChicago(now);
  const months = periodsBetween(periodOf(today), nextPeriod(periodOf(today))).filter(
    (period) =>
      duesGenerationDate(period) <= today && owesDuesFor(after, period) && !owesDuesFor(member, period),
  );
  const stored = await loadMemberPayments(member, program.programPaymentTypeId, months);
  const refunds = stored
    .filter((payment) => isOfKind(payment, 'member'))
    .filter((payment) => isDuesPaidBack(payment) && payment.status !== canceled);
  if (refunds.some(isRefundCommitted))
    throw new Refusal(
      'conflict',
      `Your dues of this month are being refunded, so the pause ends on ${showDate(periodStart(nextPeriod(periodOf(today))))} at the earliest.`,
    );
  const due = months.flatMap((period) => duesOfMonth(partner, program, after, period, now) ?? []);
  const added = due.filter(({ id }) => stored.every((payment) => payment.id !== id));
  const settledMonths = due.filter((payment) => !added.includes(payment)).map(({ periodId }) => periodId);
  return { added, refunds, settledMonths };
}

/** Returns the writes that end a pause early. */
export const resumeChanges = (
  member: Member,
  after: Member,
  { added, refunds }: Awaited<ReturnType<typeof resumePayments>>,
  by: By,
): Change[] => [
  ...memberChange(member, after),
  ...paymentsAdded(added),
  ...refunds.flatMap((refund) =>
    cancellation(refund, { reason: 'The pause ended early, so these dues are owed.', ...by }),
  ),
  pauseEvent('member resumed membership', after, by),
];

/** Confirms a pause, or its early end, with the lines of the page. */
export function pauseEmail(after: Member, effect: PauseEffect, now: Date): MemberEmail {
  const isBegun = effect.to !== null;
  const isPlanned = !isBegun && effect.from > dateInChicago(now);
  const club = after.facilityName ?? '';
  const lines = pauseLines(effect).map(([label, text]) => `${label}: ${text}`);
  const ended = isPlanned ? `does not begin on ${showDate(effect.from)}` : 'ended today';
  const resumed = isPlanned ? 'Your pause was canceled' : 'Your membership is active again';
  return {
    memberId: after.id,
    subject: isBegun ? 'Your membership is paused' : resumed,
    paragraphs: isBegun
      ? [`You paused your membership at ${club}.`, ...lines, 'You can resume earlier under Memberships.']
      : [`The pause of your membership at ${club} ${ended}.`, ...lines.slice(1)],
    link: { title: 'See your membership', path: '/member/dashboard/home' },
  };
}
