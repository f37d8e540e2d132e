import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { reasonText, text } from '../fields.ts';
import type { Facility } from '../facilities/facility.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';
import { accessTypes, type Member } from './member.ts';
import { isEnrolled } from './standing.ts';

export const requestKinds = [
  { id: 'clubChange', name: 'Club change' },
  { id: 'lostKeyFob', name: 'Lost key fob' },
  { id: 'ending', name: 'End of membership' },
] as const;
/**
 * The end of a membership is recorded as done, or open while a paid reimbursement is not recovered; its note is the reason
 * that the member gave afterwards, and its answer is the effects.
 */
export const requestKind = z.enum(['clubChange', 'lostKeyFob', 'ending']);
export type RequestKind = z.output<typeof requestKind>;
const sentRequestKind = requestKind.exclude(['ending']);
/** The kinds that a member sends and that are decided. */
export type SentRequestKind = z.output<typeof sentRequestKind>;

export const requestStatuses = [
  { id: 'open', name: 'Open', color: 'orange' },
  { id: 'done', name: 'Done', color: 'green' },
  { id: 'declined', name: 'Declined', color: 'beet' },
] as const;

/** The latest request of a kind of a membership; a new one replaces a closed one. `answer` is empty while it is open. */
export const memberRequest = z.object({
  memberId: z.string(),
  kind: requestKind,
  partnerId: z.string(),
  memberName: z.string(),
  /** The home club at the time of the request. */
  fromName: z.string(),
  /** The requested club; null for a lost key fob. */
  facilityId: z.string().nullable(),
  facilityName: z.string(),
  /** The lost key fob; empty for a club change. */
  lostNumber: z.string(),
  note: z.string(),
  status: z.enum(['open', 'done', 'declined']),
  answer: z.string(),
  /** ISO instants. */
  requestedAt: z.string(),
  answeredAt: z.string().nullable(),
  version: recordVersion,
});
export type MemberRequest = z.output<typeof memberRequest>;

export const requestColumns = ['status', 'requestedAt', 'memberName', 'kind'] as const;

/** A request as lists and the member's page show it. */
export const memberRequestRow = memberRequest
  .omit({ memberId: true, partnerId: true, facilityId: true })
  .extend({ memberId: onWire('memberGuid', z.string()) });
export type MemberRequestRow = z.output<typeof memberRequestRow>;

/** The member's request. */
export const memberRequestForm = z
  .object({
    kind: sentRequestKind,
    facilityId: text('Club', { max: 64, pattern: /^[\w-]+$/, required: false }),
    note: text('Note', { max: 300, required: false, lines: true }),
  })
  .refine(({ kind, facilityId }) => kind !== 'clubChange' || facilityId, {
    path: ['facilityId'],
    error: 'Club is required.',
  });

/** The decision: a lost key fob needs the number of the new one, a refusal a reason. */
export const requestDecisionForm = z
  .object({
    accepted: z.boolean(),
    /** Same form as `keyFobNumber`, in upper or lower case. */
    newNumber: text('New Key Fob', { max: 7, pattern: /^[\dA-Ea-e]{6,7}$/ }).optional(),
    reason: reasonText().optional(),
    version: recordVersion,
  })
  .refine(({ accepted, reason }) => accepted || reason !== undefined, {
    path: ['reason'],
    error: 'Reason is required.',
  });

export const requestEnded = 'This membership has ended. Decline the request.';

export const canReportKeyFob = (member: Member): boolean =>
  isEnrolled(member) &&
  member.preferredAccessType === accessTypes.physicalKey &&
  member.keyFobNumber !== null;

/** Throws the reason why a member cannot send this request. `to` is the requested club. */
export function checkRequest(member: Member, existing: MemberRequest | undefined, to: Facility | null): void {
  if (!isEnrolled(member)) throw new Refusal('invalid', 'This membership is not enrolled at a club.');
  if (to === null && !canReportKeyFob(member))
    throw new Refusal('invalid', 'This membership has no key fob. Use your access pass.');
  if (to?.id === member.facilityId)
    throw new Refusal('invalid', `${to.name} is your club already. Choose another one.`, 'facilityId');
  if (existing?.status === 'open')
    throw new Refusal('conflict', 'You sent this request already. See its state under Facility Information.');
}
