import * as z from 'zod';
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
  version: recordVersion,
});
export type Invitation = z.output<typeof invitation>;
