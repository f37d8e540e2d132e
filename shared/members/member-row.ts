import type { Facility } from '../facilities/facility.ts';
import { Refusal } from '../refusal.ts';
import {
  activated,
  type Member,
  deleted,
  invitationStatus,
  invitationStatuses,
  invited,
  onHold,
  suspended,
  waitingToDelete,
  waitingToInvite,
  invitationStatusName,
} from './member.ts';
import * as z from 'zod';
import { showDate, showLastDay } from '../calendar.ts';
import { groupMembershipsPlanName } from '../facilities/plans.ts';
import { onWire } from '../wire-names.ts';
import { partnerId, recordId } from '../ids.ts';
import { pageQuery } from '../page.ts';
import { searchText } from '../query.ts';
import type { AuditEvent, AuditEventName } from '../audit-event.ts';

/** Returns true for a named, activated member at a pay-per-visit AF club (spec 3 §5, §6). */
export const mayDeactivate = ({ isPpv, isAf, memberFirstName, invitationStatus }: MemberRow): boolean =>
  isPpv && isAf && memberFirstName !== '' && invitationStatus === activated;

/** Throws ('invalid') if the member's club is not pay-per-visit and AF. */
export function checkDeactivation({ firstName }: Member, facility: Facility | undefined): void {
  if (firstName === '')
    throw new Refusal('invalid', 'Only a member with a first name can be deactivated here.');
  if (!facility?.isAf || !facility.isPpv)
    throw new Refusal(
      'invalid',
      'Only members of pay-per-visit AF facilities can be deactivated here. Nothing was changed.',
    );
}

/** Confirmation question (spec 3 §4). */
export const deactivationQuestion = ({ memberFirstName, memberLastName, keyFobNumber }: MemberRow): string =>
  `Are you sure you want to deactivate ${memberFirstName} ${memberLastName} with keyfob ${keyFobNumber ?? 'Access Pass'}?`;

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
      : `Active until ${showLastDay(leavingOn)}`;
  if (status === suspended)
    return accountInvalidatedOn
      ? `Suspended: the bank returned a payment on ${showDate(accountInvalidatedOn)}`
      : 'Suspended: the bank returned a payment';
  if (status === onHold) {
    const since = holds.findLast(({ to }) => to === null)?.from;
    return since === undefined ? 'On hold' : `On hold since ${showDate(since)}`;
  }
  if (status === deleted) return leavingOn === null ? '' : `Ended on ${showLastDay(leavingOn)}`;
  return pendingMessages[status] ?? 'Waiting for the first dues';
}

/** The row of a member; lists do not contain deleted ones. */
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

/** Query of the members list. Each filter is a part of an index, so not all of them can be combined. */
export const memberListQuery = z
  .object({
    ...pageQuery(memberRowColumns),
    filter: searchText.optional(),
    facilityId: onWire('facilityID', recordId.optional()),
    partnerId: onWire('partnerID', partnerId.optional()),
    memberStatus: z
      .codec(z.enum(['0', '1', '2']), z.literal([0, 1, 2]), {
        decode: (sent) => (sent === '0' ? 0 : sent === '1' ? 1 : 2),
        encode: (status) => `${status}` as const,
      })
      .optional(),
  })
  .refine(({ facilityId, partnerId: partner }) => facilityId === undefined || partner === undefined, {
    path: ['partnerId'],
    error: 'Choose a partner or a facility, not both.',
  })
  .refine(({ filter = '', memberStatus }) => filter === '' || memberStatus === undefined, {
    path: ['memberStatus'],
    error: 'Search the members or choose a status, not both.',
  });

export const emailEvents: readonly AuditEventName[] = [
  'member emailed',
  'member invited',
  'member told of changed terms',
  'member email came back',
  'member told of withdrawal',
  'member told of return',
  'member told of reimbursement',
];

const plainNames: Partial<Record<AuditEventName, string>> = {
  'member invited': 'Invitation emailed',
  'member told of changed terms': 'Changed terms emailed',
  'member email came back': 'An email came back',
  'member told of withdrawal': 'Next withdrawal emailed',
  'member told of return': 'Return or change by the bank emailed',
  'member told of reimbursement': 'Reimbursement emailed',
  'member paused membership': 'Paused the membership',
  'member resumed membership': 'Resumed the membership',
  'member stopped withdrawal': 'Stopped a withdrawal',
  'member accepted invitation': 'Accepted the invitation',
  'member signed agreement': 'Signed the agreement again',
  'member email changed': 'Email changed',
  'member bank account changed': 'Bank account changed',
  'member changed': 'Member changed',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const statusNameOf = (values: Record<string, unknown> | undefined): string => {
  const read = invitationStatus.safeParse(values?.invitationStatus);
  return read.success ? invitationStatusName(read.data) : '';
};

export function memberEventText({
  name,
  before,
  after,
}: Pick<AuditEvent, 'name' | 'before' | 'after'>): string {
  const status = statusNameOf(after);
  if (name === 'member emailed') return textOf(after?.subject);
  if (name === 'member enrolled') return `Enrolled at facility ${textOf(after?.facilityId)}: ${status}`;
  if (name === 'member transferred')
    return `Transferred from facility ${textOf(before?.facilityId)} to ${textOf(after?.facilityId)} on ${showDate(textOf(after?.from))}`;
  if (name === 'member status changed') {
    const on = textOf(after?.effectiveDate);
    const [noticeOn, recordedOn] = [textOf(after?.noticeOn), textOf(after?.recordedOn)];
    const notice = noticeOn
      ? `, by the notice in writing of ${showDate(noticeOn)}, recorded on ${showDate(recordedOn)}`
      : '';
    return `${statusNameOf(before)} → ${status}${on ? `, effective ${showDate(on)}` : ''}${notice}`;
  }
  return plainNames[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export const facilitiesInHistory = (events: readonly Pick<AuditEvent, 'before' | 'after'>[]): string[] => [
  ...new Set(
    events
      .flatMap(({ before, after }) => [textOf(before?.facilityId), textOf(after?.facilityId)])
      .filter(Boolean),
  ),
];

export const keyFobNumbersInHistory = (events: readonly Pick<AuditEvent, 'before' | 'after'>[]): string[] => [
  ...new Set(
    events
      .flatMap(({ before, after }) => [textOf(before?.keyFobNumber), textOf(after?.keyFobNumber)])
      .filter(Boolean),
  ),
];
