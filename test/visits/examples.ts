import { visits } from '../../shared/contracts/visits.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(visits, {
  list: {
    own: ({ own }) => ({ query: { partnerID: own.partner.id, periodID: '202610' } }),
    other: ({ other }) => ({ query: { partnerID: other.partner.id, periodID: '202610' } }),
  },
  summary: {
    own: ({ own }) => ({ query: { partnerID: own.partner.id, periodID: '202610' } }),
    other: ({ other }) => ({ query: { partnerID: other.partner.id, periodID: '202610' } }),
  },
  download: {
    own: ({ own }) => ({ query: { partnerID: own.partner.id, usagePeriodID: '202610' } }),
    other: ({ other }) => ({ query: { partnerID: other.partner.id, usagePeriodID: '202610' } }),
  },
  importCheckIns: {
    own: () => ({
      files: {
        file: { name: 'visits.csv', bytes: Buffer.from('Key Fob,Club ID,Date\nAB0011,4100,10/05/2026\n') },
      },
    }),
  },
  checkImport: {
    own: () => ({
      files: {
        file: { name: 'visits.csv', bytes: Buffer.from('Key Fob,Club ID,Date\nAB0011,4100,10/05/2026\n') },
      },
    }),
  },
  offeredWallets: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id } }),
  },
  appleWalletPass: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id } }),
  },
  googleWalletPass: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id } }),
  },
  emailChoices: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id } }),
  },
  saveEmailChoices: {
    own: ({ own }) => ({
      body: { memberGuid: own.member.id, firstVisit: true, goal: true, reminder: true },
    }),
    other: ({ other }) => ({
      body: { memberGuid: other.member.id, firstVisit: true, goal: true, reminder: true },
    }),
  },
  stopEmails: { own: ({ own }) => ({ query: { memberGuid: own.member.id, token: 'none' } }) },
  deliveries: { own: () => ({}) },
  failedCheckIns: {
    own: (_, as) => ({ params: { jobId: `visits-import-of-${as?.id}` } }),
    other: () => ({ params: { jobId: 'visits-import-of-another' } }),
    unknown: { params: { jobId: 'none' } },
  },
  withdraw: {
    own: ({ own, facility }) => ({
      body: {
        memberGuid: own.member.id,
        facilityIDNumber: facility.id,
        date: '2026-10-05',
        reason: 'Another person checked in.',
      },
    }),
    other: ({ own }) => ({
      body: {
        memberGuid: own.member.id,
        facilityIDNumber: '9999',
        date: '2026-10-05',
        reason: 'Another person checked in.',
      },
    }),
    unknown: {
      body: {
        memberGuid: 'none',
        facilityIDNumber: 'none',
        date: '2026-10-05',
        reason: 'Another person checked in.',
      },
    },
  },
  reportMissing: {
    own: ({ own, facility }) => ({
      body: { memberGuid: own.member.id, date: '2026-11-10', facilityId: facility.id, note: '' },
    }),
    other: ({ other, facility }) => ({
      body: { memberGuid: other.member.id, date: '2026-11-10', facilityId: facility.id },
    }),
  },
  ownReports: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id, usagePeriodId: '202611' } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id, usagePeriodId: '202611' } }),
  },
  reportableClubs: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id, searchTerm: 'har' } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id, searchTerm: 'har' } }),
  },
  isPassOffered: {
    own: ({ own }) => ({ query: { membersGuids: own.member.id } }),
    other: ({ own, other }) => ({ query: { membersGuids: [own.member.id, other.member.id] } }),
  },
  certifyPass: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id, publicKey: `B${'A'.repeat(86)}` } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id, publicKey: `B${'A'.repeat(86)}` } }),
  },
  scanPass: { own: () => ({ body: { code: '0000-0000-0000-0000' } }) },
  missingReports: { own: () => ({}) },
  answerReport: {
    own: ({ own }) => ({
      params: { memberId: own.member.id, date: '2026-10-05' },
      body: { accepted: true, version: 1 },
    }),
    other: ({ other }) => ({
      params: { memberId: other.member.id, date: '2026-10-05' },
      body: { accepted: true, version: 1 },
    }),
    unknown: {
      params: { memberId: 'none', date: '2026-10-05' },
      body: { accepted: true, version: 1 },
    },
  },
});
