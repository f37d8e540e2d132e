import { visits } from '../../shared/visits/contract.ts';
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
  failedCheckIns: {
    own: (_, as) => ({ params: { jobId: `visits-import-of-${as?.id}` } }),
    other: () => ({ params: { jobId: 'visits-import-of-another' } }),
    unknown: { params: { jobId: 'none' } },
  },
});
