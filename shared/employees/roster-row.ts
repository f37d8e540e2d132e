import * as z from 'zod';
import { endOf, invitationStatus, invitationStatusName, type Member } from '../members/member.ts';
import { keyFobStatus, keyFobStatusInUse, keyFobStatusName, type KeyFob } from './key-fob.ts';
import { onWire } from '../wire-names.ts';

/** Sortable columns of a partner's roster, in the same order for free key fobs and members. */
export const rosterColumns = [
  'keyFobNumber',
  'keyFobStatusName',
  'memberFirstName',
  'memberLastName',
  'memberEmail',
  'invitationStatusDescription',
  'programEnrollmentDate',
  'facilityName',
  'facilityNumber',
  'lastMonthUsagesCount',
] as const;

/** Sort keys stored in a row; last month's visits use one of two texts, depending on the month (month-visits.ts). */
export const rosterSortKeys = [
  ...rosterColumns.filter((column) => column !== 'lastMonthUsagesCount'),
  'visitsOfEvenMonth',
  'visitsOfOddMonth',
] as const;
export type RosterSortKey = (typeof rosterSortKeys)[number];

/** Row of the employees grid: a free key fob, or a member with or without one (spec 2 §3). */
export const rosterRow = z.object({
  keyFobNumber: onWire(['facilityMemberID', 'keyfobID'], z.string().nullable()),
  keyFobStatusId: onWire('keyfobStatusID', keyFobStatus.nullable()),
  keyFobStatusName: onWire('keyfobStatusDisplayName', z.string().nullable()),
  memberId: z.string().nullable(),
  memberFirstName: z.string().nullable(),
  memberLastName: z.string().nullable(),
  memberEmail: z.string().nullable(),
  memberPhoneNumber: z.string().nullable(),
  memberDateOfBirth: z.string().nullable(),
  programEnrollmentDate: z.string().nullable(),
  lastMonthUsagesCount: z.int(),
  facilityNumber: onWire('facilityIDNumber', z.string().nullable()),
  facilityName: z.string().nullable(),
  invitationStatus: invitationStatus.nullable(),
  invitationStatusDescription: z.string().nullable(),
  preferredAccessType: z.literal([0, 1]).nullable(),
  /** Equals the member's ID. */
  groupMembershipEnrollmentId: onWire('groupMembershipEnrollmentID', z.string().nullable()),
  /** Calendar date on which the membership ends, if scheduled. */
  leavingOn: z.string().nullable(),
});
export type RosterRow = z.output<typeof rosterRow>;

export const rowOfKeyFob = (keyFob: KeyFob): RosterRow => ({
  keyFobNumber: keyFob.number,
  keyFobStatusId: keyFob.keyFobStatusId,
  keyFobStatusName: keyFobStatusName(keyFob.keyFobStatusId),
  memberId: null,
  memberFirstName: null,
  memberLastName: null,
  memberEmail: null,
  memberPhoneNumber: null,
  memberDateOfBirth: null,
  programEnrollmentDate: null,
  lastMonthUsagesCount: 0,
  facilityNumber: null,
  facilityName: null,
  invitationStatus: null,
  invitationStatusDescription: null,
  preferredAccessType: null,
  groupMembershipEnrollmentId: null,
  leavingOn: null,
});

/** Returns the row of a member; `visits` are last month's. */
export function rowOfMember(member: Member, visits: number): RosterRow {
  const status = member.keyFobNumber === null ? null : keyFobStatusInUse(member);
  return {
    keyFobNumber: member.keyFobNumber,
    keyFobStatusId: status,
    keyFobStatusName: status === null ? null : keyFobStatusName(status),
    memberId: member.id,
    memberFirstName: member.firstName,
    memberLastName: member.lastName,
    memberEmail: member.email,
    memberPhoneNumber: member.phone,
    memberDateOfBirth: member.dateOfBirth,
    programEnrollmentDate: member.enrolledOn,
    lastMonthUsagesCount: visits,
    facilityNumber: member.facilityId,
    facilityName: member.facilityName,
    invitationStatus: member.invitationStatus,
    invitationStatusDescription: invitationStatusName(member.invitationStatus),
    preferredAccessType: member.preferredAccessType,
    groupMembershipEnrollmentId: member.id,
    leavingOn: endOf(member),
  };
}
