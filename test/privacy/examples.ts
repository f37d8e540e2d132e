import { privacy } from '../../shared/contracts/privacy.ts';
import { examplesOf } from '../support/examples.ts';

const params = { owner: 'nobody', caseId: 'case-of-nobody' };

const both = { collection: true, sharing: true };

export const examples = examplesOf(privacy, {
  healthConsents: { own: () => ({}) },
  giveHealthConsent: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id, ...both } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id, ...both } }),
  },
  withdrawHealthConsent: {
    own: ({ own }) => ({ body: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ body: { memberGuid: other.member.id } }),
  },
  ownCases: { own: () => ({}) },
  fileOwnCase: { own: () => ({ body: { kind: 'access', details: '' } }) },
  withdrawCase: { own: () => ({ params: { caseId: 'case-of-nobody' } }) },
  fileAsGuest: {
    own: () => ({ body: { name: 'Ada Berg', email: 'ada@guests.test', kind: 'access', details: '' } }),
  },
  confirmRequest: { own: () => ({ body: { token: 'unknown' } }) },
  cases: { own: () => ({}) },
  caseDetails: { own: () => ({ params }) },
  extendCase: { own: () => ({ params, body: { reason: 'We need the archive first.', version: 1 } }) },
  exportFile: { own: () => ({ params }) },
  correct: { own: () => ({ params, body: { firstName: 'Ada', version: 1 } }) },
  erase: { own: () => ({ params }) },
  notifyRecipients: { own: () => ({ params }) },
  closeCase: {
    own: () => ({ params, body: { outcome: 'refused', answer: 'We could not verify you.', version: 1 } }),
  },
});
