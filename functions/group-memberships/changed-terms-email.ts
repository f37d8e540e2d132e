import { formatPromisedChange, type PromisedChange } from '../../shared/group-memberships/promised-terms.ts';
import type { Member } from '../../shared/members/member.ts';
import { linkEmail, type Email } from '../platform/email.ts';

/** Returns the email about changed terms with the first month, the old value, and the new value. */
export const changedTermsEmail = (
  member: Pick<Member, 'firstName' | 'email'>,
  partnerName: string,
  changes: readonly PromisedChange[],
): Email =>
  linkEmail(
    member.email,
    `Your ${partnerName} membership changes`,
    [
      `Hello ${member.firstName},`,
      `${partnerName} is changing the terms of your gym membership:`,
      ...changes.map(formatPromisedChange),
      'Earlier months and the rest of your membership do not change. You do not need to do anything.',
    ],
    { title: 'View your membership', address: `${process.env.SITE_ADDRESS}/member/dashboard/home` },
  );
