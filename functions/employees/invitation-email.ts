import { showDate, type CalendarDate, dateInChicago } from '../../shared/calendar.ts';
import { offerText } from '../../shared/enrollment/contract-steps.ts';
import { enrollmentDuration } from '../../shared/users/link-texts.ts';
import type { Member } from '../../shared/members/member.ts';
import { linkEmail, type Email, AddressRefused, sendEmail } from '../platform/email.ts';
import { lastDayOf, type Invitation } from '../../shared/enrollment/invitation.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { Refusal } from '../../shared/refusal.ts';
import { invitationChange } from '../members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../members/invitation-token.ts';
import { memberChange } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { revokeInvitation } from './member-after-end.ts';

/** Loads the partner that invites, with its offer to members who enroll on a day. */
export async function loadInviter(partnerId: string, today: CalendarDate) {
  const [partner, program] = await Promise.all([loadPartner(partnerId), loadGroupMembership(partnerId)]);
  return { partner, offer: program ? offerText(program, partner.name, today) : '' };
}

/** Returns the invitation email with the member's personal link. */
export const invitationEmail = (
  member: Pick<Member, 'id' | 'firstName' | 'email'>,
  { partner: { name: partnerName }, offer }: Awaited<ReturnType<typeof loadInviter>>,
  token: string,
  expiresOn: CalendarDate,
): Email => ({
  ...linkEmail(
    member.email,
    `${partnerName} invites you to Wellport`,
    [
      `Hello ${member.firstName},`,
      `${partnerName} offers you a gym membership through Wellport. Accept the invitation, choose a club near you, and sign the agreement. It takes ${enrollmentDuration}.`,
      ...(offer === '' ? [] : [offer]),
      `This link is only for you and expires on ${showDate(expiresOn)}.`,
    ],
    { title: 'Accept the invitation', address: `${process.env.SITE_ADDRESS}/invitation/${token}` },
    { reason: `You receive this email because ${partnerName} gave us your address to invite you.` },
  ),
  tags: { member: member.id },
});

/**
 * Sends a member an invitation and returns the writes that activate its link and replace the old one. The email is sent
 * first: after a crash, it is repeated with the same link. Throws ('invalid') if the email service rejects the address.
 */
export async function sendInvitation(
  member: Member,
  after: Member,
  who: string,
  now: Date,
): Promise<Change[]> {
  const today = dateInChicago(now);
  const { id, partnerId } = member;
  const [token, inviter] = await Promise.all([
    invitationToken(id, after.invitationAttempt ?? 1),
    loadInviter(partnerId, today),
  ]);
  await sendEmail(invitationEmail(member, inviter, token, lastDayOf(today))).catch((error: unknown) => {
    if (!(error instanceof AddressRefused)) throw error;
    throw new Refusal('invalid', 'The email service rejected this address. Change it first.');
  });
  return [
    ...invitationWrites(member, after, tokenHashOf(token), null, { who, now }),
    ...(await revokeInvitation(member)),
  ];
}

/** Returns the writes that activate a sent link; `existing` is the link's record of an earlier, crashed attempt. */
export function invitationWrites(
  member: Member,
  after: Member,
  tokenHash: string,
  existing: Invitation | null,
  { who, now }: { who: string; now: Date },
): Change[] {
  const { id, partnerId } = member;
  const today = dateInChicago(now);
  return [
    ...memberChange(member, { ...after, emailProblem: undefined }),
    ...invitationChange(existing, {
      tokenHash,
      memberId: id,
      partnerId,
      expiresOn: lastDayOf(today),
      usedAt: null,
      version: 0,
    }),
    auditWrite(
      {
        name: 'member invited',
        subject: `member ${id}`,
        partnerId,
        who,
        after: { attempt: after.invitationAttempt ?? 1, invitedOn: today },
      },
      now,
    ),
  ];
}
