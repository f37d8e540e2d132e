import { invitationDays } from '../../shared/members/invitation.ts';
import type { Member } from '../../shared/members/member.ts';
import { linkMail, type Mail } from '../platform/mail.ts';

/** The letter that invites a member, with the one link that accepts. */
export const invitationMail = (
  member: Pick<Member, 'firstName' | 'email'>,
  partnerName: string,
  token: string,
): Mail =>
  linkMail(
    member.email,
    `${partnerName} invites you to Wellport`,
    [
      `Hello ${member.firstName},`,
      `${partnerName} offers you a gym membership through Wellport. Accept the invitation, choose a club near you and sign the agreement; that takes about five minutes.`,
      `The link is yours alone and works for ${invitationDays} days.`,
    ],
    { title: 'Accept the invitation', address: `${process.env.SITE_ADDRESS}/invitation/${token}` },
  );
