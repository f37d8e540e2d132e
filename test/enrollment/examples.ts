import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { examplesOf } from '../support/examples.ts';
import { signedForm } from './sign.ts';

const newPassword = { password: 'LongEnough1', confirmPassword: 'LongEnough1' };

export const examples = examplesOf(enrollment, {
  agreementText: {
    own: ({ own, facility }) => ({ query: { memberIdGuid: own.member.id, facilityId: facility.id } }),
    other: ({ other, facility }) => ({ query: { memberIdGuid: other.member.id, facilityId: facility.id } }),
  },
  agreementToRead: {
    own: ({ own, facility }) => ({ query: { memberIdGuid: own.member.id, facilityId: facility.id } }),
    other: ({ other, facility }) => ({ query: { memberIdGuid: other.member.id, facilityId: facility.id } }),
  },
  agreementPreview: {
    own: ({ own, facility }) => ({ query: { memberIdGuid: own.member.id, facilityId: facility.id } }),
    other: ({ other, facility }) => ({ query: { memberIdGuid: other.member.id, facilityId: facility.id } }),
  },
  recordConsent: {
    own: ({ own, facility }) => ({
      body: { memberIdGuid: own.member.id, facilityId: facility.id, hash: '0', event: 'opened' },
    }),
    other: ({ other, facility }) => ({
      body: { memberIdGuid: other.member.id, facilityId: facility.id, hash: '0', event: 'opened' },
    }),
  },
  invitation: { own: () => ({ params: { token: 'no-such-token' } }) },
  acceptInvitation: { own: () => ({ params: { token: 'no-such-token' }, body: newPassword }) },
  joinWithInvitation: { own: () => ({ params: { token: 'no-such-token' }, body: {} }) },
  legalContract: {
    own: ({ own }) => ({ query: { memberIdGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberIdGuid: other.member.id } }),
    unknown: { query: { memberIdGuid: 'M99' } },
  },
  checkKeyFob: {
    own: ({ own }) => ({
      query: { memberIdGuid: own.member.id, facilityMemberID: own.usedKeyFob.number },
    }),
    other: ({ other }) => ({
      query: { memberIdGuid: other.member.id, facilityMemberID: other.usedKeyFob.number },
    }),
  },
  enroll: {
    own: ({ own, facility }) => ({
      body: { ...signedForm(own.freeFob.number), facilityId: facility.id, MemberIds: [own.member.id] },
    }),
    other: ({ other, facility }) => ({
      body: { ...signedForm(other.freeFob.number), facilityId: facility.id, MemberIds: [other.member.id] },
    }),
  },
  resign: {
    own: ({ own, facility }) => ({
      body: { ...signedForm(own.usedKeyFob.number), facilityId: facility.id, memberIds: [own.member.id] },
    }),
    other: ({ other, facility }) => ({
      body: { ...signedForm(other.usedKeyFob.number), facilityId: facility.id, memberIds: [other.member.id] },
    }),
  },
  calculatedDues: {
    own: ({ own }) => ({ query: { partnerId: own.partner.id, startingDateToCalculate: '2026-11-10' } }),
    other: ({ other }) => ({ query: { partnerId: other.partner.id, startingDateToCalculate: '2026-11-10' } }),
  },
  policies: {
    own: () => ({
      query: {
        documentAgreementVersion: currentAgreementVersion,
        programPaymentType: 2,
        facilityAFNumber: 'AF3101',
      },
    }),
  },
});
