import { endingLines, type Ending } from '../../shared/accounts/ending.ts';
import type { TypedBankAccount } from '../../shared/accounts/bank-details.ts';
import { pauseLines, type PauseEffect } from '../../shared/accounts/pause.ts';
import {
  dateInChicago,
  periodName,
  showDate,
  showLastDay,
  type CalendarDate,
} from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { showMoney } from '../../shared/money.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { operationTypes } from '../../shared/programs.ts';
import type { MemberEmail } from '../members/email-content.ts';
import type { Membership } from './memberships.ts';

/** Notifies a member of a changed account so that unauthorized changes are noticed. */
export function accountChangedEmail(
  { member, partnerName }: Membership,
  { operationTypeId, accountNumber }: TypedBankAccount,
  isActiveAgain: boolean,
): MemberEmail {
  const purpose = operationTypeId === operationTypes.debit ? 'withdrawals' : 'deposits';
  return {
    memberId: member.id,
    subject: 'Your bank account was changed',
    paragraphs: [
      `The bank account for ${purpose} of your ${partnerName} membership now ends in ${accountNumber.slice(-4)}. Payments that were already sent keep the old account.`,
      ...(isActiveAgain ? ['Your membership is active again.'] : []),
      'If you did not change it, contact us immediately. If you log in with a password, choose a new one.',
    ],
    link: { title: 'View billing info', path: '/member/account/billing' },
  };
}

/** States the last day of a membership after the revocation of its authorization; null if it ended with it. */
export const endAfterRevocation = (leavingOn: CalendarDate | null): string =>
  leavingOn === null ? 'Your membership has ended.' : `Your membership ends on ${showLastDay(leavingOn)}.`;

/** Confirms that withdrawals stop, and the end of the membership. */
export const authorizationWithdrawnEmail = (
  memberId: string,
  leavingOn: CalendarDate | null,
): MemberEmail => ({
  memberId,
  subject: 'Your authorization was revoked',
  paragraphs: [
    `We stopped all withdrawals that are at least three banking days away. Those that are already with the bank are repaid to the account they are withdrawn from. ${endAfterRevocation(leavingOn)}`,
    'If you did not request this, contact us immediately.',
  ],
  link: { title: 'View billing info', path: '/member/account/billing' },
});

/** Confirms that a withdrawal is stopped and explains what happens to the membership. */
export const withdrawalStoppedEmail = (
  { memberId, amountToBeSent, periodId }: MemberPayment,
  partnerName: string,
): MemberEmail => ({
  memberId,
  subject: 'Your withdrawal was stopped',
  paragraphs: [
    `We will not withdraw ${showMoney(amountToBeSent)} for ${periodName(periodId)}. If your bank already has the withdrawal, we will repay it to the same account.`,
    `Your membership is on hold until these dues are settled. Contact ${partnerName} or us to pay them. Your membership is then activated again.`,
    'If you did not request this, contact us immediately.',
  ],
  link: { title: 'View billing info', path: '/member/account/billing' },
});

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
