import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { periodId, recordId } from '../ids.ts';
import { done, pageOf } from '../page.ts';
import { manyTexts, searchText } from '../query.ts';
import { onWire } from '../wire-names.ts';
import { progress } from '../accounts/next-withdrawal.ts';
import { facilityUsagesGroup, usageLog } from '../visits/usage-log.ts';
import { membershipTypes } from '../members/member.ts';
import { memberOverview } from '../accounts/member-overview.ts';
import { memberListQuery, listedMember } from '../members/member-row.ts';
import { memberRequests } from '../accounts/request-contract.ts';
import { transferBody, transferResult } from '../members/transfer.ts';

const memberIds = manyTexts(recordId);

/** One club a member is enrolled in (spec 3 §2, facility information). */
const enrolledFacility = z.object({
  memberId: onWire('memberGuid', z.string()),
  facilityId: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  phone: z.string(),
  website: z.string(),
  preferredAccessType: z.literal([0, 1]),
  /** The key fob; null for access without one. */
  keyFobNumber: onWire('uniqueFacilityMemberId', z.string().nullable()),
  contractNumber: z.string().nullable(),
  facilityEnrollmentDate: z.string().nullable(),
  /** Null if the employer did not provide it. */
  membershipType: z.enum(membershipTypes).nullable(),
  email: z.string(),
  contactNumber: z.string().nullable(),
  memberRelatedPlanAndProgramNames: z.array(z.string()),
});

export const members = area('members', {
  ...memberRequests,
  list: endpoint({
    method: 'GET',
    path: '/members',
    roles: ['systemAdmin'],
    summary: 'Every member who is not deleted, or those of one club, partner, or status, a page at a time.',
    query: memberListQuery,
    response: pageOf(listedMember),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/members/{memberId}/overview',
    roles: ['systemAdmin'],
    summary:
      'Everything of one member: status, clubs, key fobs, visits, payments, agreements and what happened.',
    params: z.object({ memberId: recordId }),
    response: memberOverview,
  }),
  collectFirstDues: endpoint({
    method: 'POST',
    path: '/members/{memberId}/first-dues',
    roles: ['systemAdmin'],
    stepUp: true,
    summary:
      'Makes the canceled first dues of a waiting member Pending again; above the limits, paying them again requires another administrator.',
    params: z.object({ memberId: recordId }),
    response: done,
  }),
  count: endpoint({
    method: 'GET',
    path: '/members/count',
    roles: ['systemAdmin'],
    summary: 'How many members a search of the members list finds.',
    query: z.object({
      filter: searchText.optional(),
      facilityId: onWire('facilityID', recordId.optional()),
    }),
    response: z.object({ count: z.int() }),
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/v1/member/transfer/{facilityId}',
    roles: ['systemAdmin'],
    summary:
      'Transfers members to another AF club: up to 50 in the request, more in a job. Repeating it changes nothing.',
    params: z.object({ facilityId: recordId }),
    body: transferBody,
    response: done.extend({ jobId: z.string(), data: z.array(transferResult) }),
  }),
  transferResults: endpoint({
    method: 'GET',
    path: '/v1/member/transfers/{jobId}',
    roles: ['systemAdmin'],
    summary: 'What became of each member of a transfer, a page at a time.',
    params: z.object({ jobId: recordId }),
    query: z.object({ cursor: recordId.optional() }),
    response: pageOf(transferResult),
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/members/deactivate',
    roles: ['systemAdmin'],
    summary: 'Puts a membership at a pay-per-visit AF club on hold, with its key fob.',
    query: z.object({
      memberId: onWire('memberID', recordId),
      allPlansShouldBeIneligible: z.literal('false', 'Only this membership can be deactivated.').optional(),
    }),
    response: done,
  }),
  generalInfo: endpoint({
    method: 'GET',
    path: '/profile/generalInfo',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'What the portal knows of a member.',
    query: z.object({ memberId: recordId }),
    response: z.object({
      firstName: z.string(),
      middleInitial: z.string().nullable(),
      lastName: z.string(),
      dateOfBirth: z.string().nullable(),
      contactNumber: z.string().nullable(),
      email: z.string(),
      address1: z.string().nullable(),
      address2: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      zipCode: z.string().nullable(),
      country: z.string().nullable(),
    }),
  }),
  facilityInfo: endpoint({
    method: 'GET',
    path: '/profile/facilityInfo',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'The clubs that the memberships are enrolled in.',
    query: z.object({ memberIds: onWire('membersIds', memberIds) }),
    response: z.array(enrolledFacility),
  }),
  hasActiveFacilityEnrollments: endpoint({
    method: 'GET',
    path: '/members/hasActiveFacilityEnrollments',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Whether any of the memberships is enrolled in a club.',
    query: z.object({ memberIds: onWire('membersGuids', memberIds) }),
    response: z.boolean(),
  }),
  invalidations: endpoint({
    method: 'GET',
    path: '/members/invalidations',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'What keeps the memberships from being used, such as an account that the bank refused.',
    query: z.object({ memberIds: onWire('membersGuids', memberIds) }),
    response: z.array(z.object({ memberInvalidationTypeId: onWire('memberInvalidationTypeID', z.int()) })),
  }),
  progress: endpoint({
    method: 'GET',
    path: '/profile/progress',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary:
      'How far each membership is on its way to the reimbursement, and what is withdrawn and paid next.',
    query: z.object({ memberIds: onWire('memberGuids', memberIds) }),
    response: z.array(progress),
  }),
  usageLog: endpoint({
    method: 'GET',
    path: '/profile/usageLog',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'The months of the memberships, and the visits of the current one.',
    query: z.object({ memberIds: onWire('memberGuids', memberIds) }),
    response: usageLog,
  }),
  facilityUsagesGroup: endpoint({
    method: 'GET',
    path: '/profile/facilityUsagesGroup',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: "A membership's visits in one month.",
    query: z.object({
      memberId: onWire('memberGuid', recordId),
      periodId: onWire('usagePeriodId', periodId),
    }),
    response: facilityUsagesGroup,
  }),
});
