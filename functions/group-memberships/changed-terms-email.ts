import {
  promisedChangeSentence,
  type PromisedChange,
} from '../../shared/group-memberships/promised-terms.ts';
import type { Member } from '../../shared/members/member.ts';
import { linkEmail, type Email } from '../platform/email.ts';

/** The email that tells a member which promised terms change, from which month, with the old and the new value. */
export const changedTermsMail = (
  member: Pick<Member, 'firstName' | 'email'>,
  partnerName: string,
  changes: readonly PromisedChange[],
): Email =>
  linkEmail(
    member.email,
    `Your ${partnerName} membership changes`,
    [
      `Hello ${member.firstName},`,
      `${partnerName} changes the terms of your gym membership:`,
      ...changes.map(promisedChangeSentence),
      'Earlier months and the rest of your membership stay as they are. You do not need to do anything.',
    ],
    { title: 'See your membership', address: `${process.env.SITE_ADDRESS}/member/dashboard/home` },
  );
