import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { examplesOf } from '../support/examples.ts';

/** Returns the terms of a request in dollars. */
export const someTerms = (partnerId: string) => ({
  partnerId,
  programPaymentTypeID: 1,
  adminFee: '250.00',
  monthlyInstallment: '12000.00',
  numberOfMemberships: 500,
  duesForOneMemberPerMonthPaidToFacility: 20,
  launchDate: '2026-09-01',
  paymentForActivatedMembersOnly: false,
});

const pauses = (partnerId: string) => ({
  partnerId,
  pausesPerYear: 0,
  longestPauseMonths: 2,
  version: 1,
});

export const examples = examplesOf(groupMemberships, {
  get: {
    own: ({ own }) => ({ query: { partnerId: own.partner.id } }),
    other: ({ other }) => ({ query: { partnerId: other.partner.id } }),
  },
  save: { own: ({ own }) => ({ body: someTerms(own.partner.id) }) },
  update: { own: ({ own }) => ({ body: someTerms(own.partner.id) }) },
  savePauses: {
    own: ({ own }) => ({ body: pauses(own.partner.id) }),
    other: ({ other }) => ({ body: pauses(other.partner.id) }),
  },
  previewUpdate: { own: ({ own }) => ({ body: someTerms(own.partner.id) }) },
  limits: {
    own: ({ own }) => ({ query: { partnerId: own.partner.id } }),
    other: ({ other }) => ({ query: { partnerId: other.partner.id } }),
  },
  isGroupMembershipAddedToPartner: {
    own: ({ own }) => ({ query: { partnerId: own.partner.id } }),
    other: ({ other }) => ({ query: { partnerId: other.partner.id } }),
  },
  programPaymentType: {
    own: ({ own }) => ({ query: { partnerID: own.partner.id } }),
    other: ({ other }) => ({ query: { partnerID: other.partner.id } }),
  },
  hasEnrolledOrInvitedMembers: {
    own: ({ own }) => ({ query: { partnerID: own.partner.id } }),
    other: ({ other }) => ({ query: { partnerID: other.partner.id } }),
  },
});
