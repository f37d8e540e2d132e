import { members } from '../../shared/contracts/members.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(members, {
  overview: { own: ({ own }) => ({ params: { memberId: own.member.id } }) },
  collectFirstDues: { own: ({ own }) => ({ params: { memberId: own.member.id } }) },
  count: { own: ({ facility }) => ({ query: { facilityID: facility.id } }) },
  transfer: { own: ({ own, facility }) => ({ params: { facilityId: facility.id }, body: [own.member.id] }) },
  transferResults: { own: () => ({ params: { jobId: 'none' } }) },
  deactivate: {
    own: ({ own }) => ({ query: { memberID: own.member.id, allPlansShouldBeIneligible: false } }),
  },
  list: { own: ({ facility }) => ({ query: { facilityID: facility.id, filter: 'ann' } }) },
  generalInfo: {
    own: ({ own }) => ({ query: { memberId: own.member.id } }),
    other: ({ other }) => ({ query: { memberId: other.member.id } }),
  },
  facilityInfo: {
    own: ({ own }) => ({ query: { membersIds: [own.member.id] } }),
    other: ({ own, other }) => ({ query: { membersIds: [own.member.id, other.member.id] } }),
  },
  hasActiveFacilityEnrollments: {
    own: ({ own }) => ({ query: { membersGuids: [own.member.id] } }),
    other: ({ own, other }) => ({ query: { membersGuids: [own.member.id, other.member.id] } }),
  },
  invalidations: {
    own: ({ own }) => ({ query: { membersGuids: [own.member.id] } }),
    other: ({ other }) => ({ query: { membersGuids: [other.member.id] } }),
  },
  sendRequest: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id, kind: 'lostKeyFob', note: '' } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id, kind: 'lostKeyFob', note: '' } }),
  },
  ownRequests: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id } }),
  },
  clubsToRequest: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id, searchTerm: 'har' } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id, searchTerm: 'har' } }),
  },
  ending: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id } }),
  },
  end: {
    own: ({ own }) => ({
      body: { memberGuid: own.member.id, kind: 'leave', lastDay: '2026-11-30', refundTotal: 0 },
    }),
    other: ({ other }) => ({
      body: { memberGuid: other.member.id, kind: 'leave', lastDay: '2026-11-30', refundTotal: 0 },
    }),
  },
  pause: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id, months: 1 } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id, months: 1 } }),
  },
  resume: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id } }),
  },
  endingReason: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id, reason: 'I moved to another city.' } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id, reason: 'I moved to another city.' } }),
  },
  requests: { own: () => ({}) },
  answerRequest: {
    own: ({ own }) => ({
      params: { memberId: own.member.id, kind: 'lostKeyFob' },
      body: { accepted: false, reason: 'The key fob was found.', version: 1 },
    }),
    other: ({ other }) => ({
      params: { memberId: other.member.id, kind: 'lostKeyFob' },
      body: { accepted: false, reason: 'The key fob was found.', version: 1 },
    }),
    unknown: {
      params: { memberId: 'none', kind: 'lostKeyFob' },
      body: { accepted: false, reason: 'The key fob was found.', version: 1 },
    },
  },
  progress: {
    own: ({ own }) => ({ query: { memberGuids: [own.member.id] } }),
    other: ({ own, other }) => ({ query: { memberGuids: [own.member.id, other.member.id] } }),
  },
  usageLog: {
    own: ({ own }) => ({ query: { memberGuids: [own.member.id] } }),
    other: ({ own, other }) => ({ query: { memberGuids: [own.member.id, other.member.id] } }),
  },
  facilityUsagesGroup: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id, usagePeriodId: '202610' } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id, usagePeriodId: '202610' } }),
  },
});
