import * as z from 'zod';
import { addDays, showDate } from '../calendar.ts';
import { groupMembershipsPlanName } from '../facilities/plans.ts';
import { onWire } from '../wire-names.ts';
import {
  activated,
  deleted,
  invitationStatus,
  invitationStatuses,
  invited,
  onHold,
  suspended,
  waitingToDelete,
  waitingToInvite,
  type Member,
} from './member.ts';

/** The columns of the members list that may be sorted by, the default first (spec 3 §9). */
export const memberRowColumns = [
  'memberFirstName',
  'memberLastName',
  'keyFobNumber',
  'memberDateOfBirth',
  'planName',
  'facilityName',
  'facilityNumber',
  'memberStatus',
] as const;

/** Active 0, pending 1, invalid 2 (spec 3 §4). */
export const memberStatuses = [
  { id: 0, name: 'Active' },
  { id: 1, name: 'Pending' },
  { id: 2, name: 'Invalid' },
] as const;
export type MemberStatusId = (typeof memberStatuses)[number]['id'];

/** A row of the administrators' members list (spec 3 §3, member row). */
export const memberRow = z.object({
  memberId: onWire('memberID', z.string()),
  keyFobNumber: onWire('facilityMemberID', z.string().nullable()),
  memberFirstName: z.string(),
  memberLastName: z.string(),
  memberDateOfBirth: z.string().nullable(),
  planName: z.string(),
  facilityName: z.string().nullable(),
  facilityNumber: onWire('facilityIDNumber', z.string().nullable()),
  facilityId: onWire('facilityID', z.string().nullable()),
  memberStatus: z.literal([0, 1, 2]),
  /**
   * Details that the status does not contain: the reason why a member is invalid or pending, and the end of an active
   * membership.
   */
  statusMessage: onWire('invalidMessage', z.string()),
  invitationStatus,
  preferredAccessType: z.literal([0, 1]),
  isPpv: z.boolean(),
  isAf: onWire('isAF', z.boolean()),
  /** Missing in rows stored before partners were listed. */
  partnerId: onWire('partnerID', z.string().optional()),
});
export type MemberRow = z.output<typeof memberRow>;

/** A row with the current name of the partner. */
export const listedMember = memberRow.extend({ partnerName: z.string() });
export type ListedMember = z.output<typeof listedMember>;

const pendingMessages: Partial<Record<Member['invitationStatus'], string>> = {
  [waitingToInvite]: 'Waiting for an invitation',
  [invited]: 'Invited, not enrolled yet',
};

/** Enrolled and activated is active; not yet so is pending; suspended and on hold are invalid. */
const statusOf = (status: Member['invitationStatus']): MemberStatusId =>
  status === activated || status === waitingToDelete ? 0 : status === suspended || status === onHold ? 2 : 1;

/** The statuses of the members with this status in the list, or of all. */
export const invitationStatusesOf = (status: MemberStatusId | undefined): Member['invitationStatus'][] =>
  invitationStatuses
    .map(({ id }) => id)
    .filter((id) => id !== deleted && (status === undefined || statusOf(id) === status));

function messageOf(member: Member): string {
  const { leavingOn, accountInvalidatedOn, holds = [] } = member;
  const status = member.invitationStatus;
  if (status === activated) return '';
  if (status === waitingToDelete)
    return leavingOn === null
      ? 'Active until the end of the month'
      : `Active until ${showDate(addDays(leavingOn, -1))}`;
  if (status === suspended)
    return accountInvalidatedOn
      ? `Suspended: the bank returned a payment on ${showDate(accountInvalidatedOn)}`
      : 'Suspended: the bank returned a payment';
  if (status === onHold) {
    const since = holds.findLast(({ to }) => to === null)?.from;
    return since === undefined ? 'On hold' : `On hold since ${showDate(since)}`;
  }
  return pendingMessages[status] ?? 'Waiting for the first dues';
}

/** The row of a member who is not deleted. */
export const memberRowOf = (member: Member): MemberRow => ({
  memberId: member.id,
  keyFobNumber: member.keyFobNumber,
  memberFirstName: member.firstName,
  memberLastName: member.lastName,
  memberDateOfBirth: member.dateOfBirth,
  planName: groupMembershipsPlanName,
  facilityName: member.facilityName,
  facilityNumber: member.facilityId,
  facilityId: member.facilityId,
  memberStatus: statusOf(member.invitationStatus),
  statusMessage: messageOf(member),
  invitationStatus: member.invitationStatus,
  preferredAccessType: member.preferredAccessType,
  isPpv: member.facilityIsPpv ?? false,
  isAf: member.facilityIsAf ?? false,
  partnerId: member.partnerId,
});
