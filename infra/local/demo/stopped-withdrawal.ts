import { pauseChanges, loadWithdrawal, stopChanges } from '../../../functions/accounts/stopped-withdrawal.ts';
import { mustLoadGroupMembership } from '../../../functions/group-memberships/store.ts';
import { loadMember } from '../../../functions/members/store.ts';
import { loadPartner } from '../../../functions/partners/store.ts';
import { transact } from '../../../functions/table/transact.ts';
import { dateInChicago, duesCollectionDate, nextPeriod, periodOf } from '../../../shared/calendar.ts';
import { onHold, type Member } from '../../../shared/members/member.ts';
import { canceled } from '../../../shared/payments/payment-status.ts';
import { lastDayToStop } from '../../../shared/payments/withdrawal-notice.ts';
import { memberLogins } from './login-table.ts';

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
