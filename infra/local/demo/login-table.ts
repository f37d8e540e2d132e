import { currentAgreementVersion } from '../../../shared/enrollment/agreement-text.ts';
import {
  activated,
  enrolledWaitingForPayment,
  invited,
  onHold,
  suspended,
  type InvitationStatus,
  type Member,
} from '../../../shared/members/member.ts';
import { pauseChanges, loadWithdrawal, stopChanges } from '../../../functions/accounts/stopped-withdrawal.ts';
import { mustLoadGroupMembership } from '../../../functions/group-memberships/store.ts';
import { loadMember } from '../../../functions/members/store.ts';
import { loadPartner } from '../../../functions/partners/store.ts';
import { transact } from '../../../functions/table/transact.ts';
import { dateInChicago, duesCollectionDate, nextPeriod, periodOf } from '../../../shared/calendar.ts';
import { canceled } from '../../../shared/payments/payment.ts';
import { lastDayToStop } from '../../../shared/payments/withdrawal-notice.ts';

export interface MemberLogin {
  email: string;
  /** Name of the account in the output of `npm start`. */
  title: string;
  partnerId: string;
  status: InvitationStatus;
  /** Index among the partner's members in this status. */
  index: number;
  /** Version of the signed agreement; null without a signature. */
  signs: number | null;
  /** Status after the load, if later actions of the member change it. */
  becomes?: InvitationStatus;
  /** A second membership of the same user. */
  also?: Pick<MemberLogin, 'partnerId' | 'status' | 'index'>;
}

const login = (
  name: string,
  title: string,
  [partnerId, status, index]: [string, InvitationStatus, number],
  signs: number | null = currentAgreementVersion,
): MemberLogin => ({ email: `${name}@wellport.test`, title, partnerId, status, index, signs });

/** Members with a login, one for each action that a member may have to take. */
export const memberLogins: readonly MemberLogin[] = [
  login('member', 'Member', ['1', activated, 0]),
  login('paying', 'Member who pays', ['2', activated, 0]),
  login('suspended', 'Suspended', ['2', suspended, 0]),
  login('waiting', 'Waiting for dues', ['2', enrolledWaitingForPayment, 0]),
  login('invited', 'Not enrolled yet', ['2', invited, 0], null),
  { ...login('onhold', 'On hold', ['2', activated, 4]), becomes: onHold },
  {
    ...login('groups', 'In two programs', ['1', activated, 1]),
    also: { partnerId: '2', status: activated, index: 6 },
  },
  login('unsigned', 'Unsigned', ['3', activated, 0], null),
  // the member at index 4 is on hold
  ...[1, 2, 3, 5].map((index, version) =>
    login(`version${version + 1}`, `Signed version ${version + 1}`, ['2', activated, index], version + 1),
  ),
];

/** True for the member who stops a withdrawal: its earlier dues are all collected. */
export const stopsWithdrawal = ({ email }: Pick<Member, 'email'>): boolean =>
  memberLogins.some((login) => login.email === email && login.becomes === onHold);

/**
 * Stops a member's dues of next month by the portal's own endpoint, today or on the last allowed day, and puts the
 * member on hold. A repeated load finds the dues stopped and only puts the member on hold.
 */
export async function demoStoppedWithdrawal(members: readonly Member[], at: Date): Promise<void> {
  const id = members.find(stopsWithdrawal)?.id;
  const before = id === undefined ? undefined : await loadMember(id);
  if (!before || before.invitationStatus === onHold) return;
  const periodId = nextPeriod(periodOf(dateInChicago(at)));
  const last = new Date(`${lastDayToStop(duesCollectionDate(periodId))}T16:00:00Z`);
  const now = last < at ? last : at;
  const [program, partner] = await Promise.all([
    mustLoadGroupMembership(before.partnerId),
    loadPartner(before.partnerId),
  ]);
  const withdrawal = await loadWithdrawal({ member: before, program, partner, periodId }, now);
  const who = before.userId ?? '';
  const { changes } =
    withdrawal.payment.status === canceled
      ? { changes: await pauseChanges(before, dateInChicago(now), who, now) }
      : await stopChanges(withdrawal, before, { who, now });
  await transact(...changes);
}
