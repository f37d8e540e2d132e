import { showDate, type CalendarDate } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { linkEmail, type Email } from '../platform/email.ts';

/** Returns the invitation email with the member's personal link. */
export const invitationEmail = (
  member: Pick<Member, 'id' | 'firstName' | 'email'>,
  partnerName: string,
  token: string,
  expiresOn: CalendarDate,
): Email => ({
  ...linkEmail(
    member.email,
    `${partnerName} invites you to Wellport`,
    [
      `Hello ${member.firstName},`,
      `${partnerName} offers you a gym membership through Wellport. Accept the invitation, choose a club near you, and sign the agreement. It takes about five minutes.`,
      `This link is only for you and expires on ${showDate(expiresOn)}.`,
    ],
    { title: 'Accept the invitation', address: `${process.env.SITE_ADDRESS}/invitation/${token}` },
    { reason: `You receive this email because ${partnerName} gave us your address to invite you.` },
  ),
  tags: { member: member.id },
});
