import * as z from 'zod';
import { deleted, type Member } from '../members/member.ts';
import { recordVersion } from '../ids.ts';
import { addDays, type CalendarDate } from '../calendar.ts';

/** Days in which an invitation can be accepted. */
export const invitationDays = 30;

export const lastDayOf = (sentOn: CalendarDate): CalendarDate => addDays(sentOn, invitationDays);

/** An invitation that was sent: the link holds a token, the portal keeps only its hash. It can be used once. */
export const invitation = z.object({
  /** SHA-256 of the token, base64url. */
  tokenHash: z.string(),
  memberId: z.string(),
  partnerId: z.string(),
  /** Calendar date: the last day it can be accepted. */
  expiresOn: z.string(),
  /** ISO instant of the acceptance; null until then. */
  usedAt: z.string().nullable(),
  /** The identity that a log-in at the employer's provider proved for an existing account, in the browser of `binding`. */
  identity: z.object({ issuer: z.string(), key: z.string(), binding: z.string() }).optional(),
  version: recordVersion,
});
export type Invitation = z.output<typeof invitation>;

/** The token of a link: base64url as functions/members/invitation-token.ts makes it; anything else is no invitation. */
export const invitationToken = z.string().max(200);

export const invitationState = z.enum(['open', 'used', 'expired']);
export type InvitationState = z.output<typeof invitationState>;

/** Returns the state of an invitation; links of members who left are expired. */
export function stateOf(
  { usedAt, expiresOn }: Pick<Invitation, 'usedAt' | 'expiresOn'>,
  member: Pick<Member, 'userId' | 'invitationStatus'>,
  today: CalendarDate,
): InvitationState {
  if (member.invitationStatus === deleted) return 'expired';
  if (usedAt !== null || member.userId !== null) return 'used';
  return expiresOn < today ? 'expired' : 'open';
}

/** An address of which only its owner recognizes more than the domain: "anna@work.test" → "a•••@work.test". */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}•••${email.slice(at)}`;
};
