import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import type { WebhookOwner } from '../../shared/integrations/webhooks/owner.ts';
import type { Webhook } from '../../shared/integrations/webhooks/webhook.ts';
import { newMember, type Member } from '../../shared/members/member.ts';
import type { Partner } from '../../shared/partners/partner.ts';

const at = '2026-09-01T12:00:00.000Z';

export const somePartner = (id: string, name = `Partner ${id}`): Partner => ({
  id,
  partnerNumber: `PRT-${id}`,
  name,
  usBankCode: 'U1',
  industry: 'Insurance',
  address1: '1 Lake Street',
  address2: '',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
  country: 'USA',
  website: '',
  firstName: 'Jo',
  lastName: 'Berg',
  contactNumber: '+12185550100',
  email: `office${id}@partner.test`,
  notes: '',
  programTypes: [1],
  partnerBillingTypeId: 2,
  payeeToken: `payee-partner-${id}`,
  version: 0,
});

export const someFacility = (id: string): Facility => ({
  id,
  facilityNumber: id,
  name: `Harbor Gym ${id}`,
  description: 'Weights, classes and a pool.',
  facilityLocationType: 0,
  enrollmentStatus: 1,
  address1: '2 Pier Road',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
  contactNumber: '+12185550199',
  website: 'https://harbor.example',
  latitude: 46.78,
  longitude: -92.1,
  isAf: true,
  afNumber: id,
  payeeToken: `payee-facility-${id}`,
  version: 0,
});

export const someMember = (id: string, partnerId: string, member: Partial<Member> = {}): Member => ({
  ...newMember({
    id,
    partnerId,
    firstName: 'Ann',
    lastName: `Lund ${id}`,
    email: `${id.toLowerCase()}@people.test`,
    phone: null,
    dateOfBirth: null,
  }),
  ...member,
});

/** The current agreement in the form that a signature refers to. */
export const signedAgreementOf = (memberId: string): NonNullable<Member['agreement']> => ({
  partitionKey: memberId,
  rowKey: `row-of-${memberId}`,
  version: currentAgreementVersion,
  hash: 'hash',
  signedAt: at,
});

export const someGroupMembership = (
  partnerId: string,
  groupMembership: Partial<GroupMembership> = {},
): GroupMembership => ({
  partnerId,
  programPaymentTypeId: 1,
  adminFee: 250_00,
  monthlyInstallment: 12_000_00,
  numberOfMemberships: 500,
  duesForOneMemberPerMonthPaidToFacility: 20_00,
  memberDuesAmount: 0,
  memberReimbursementTypeId: 10,
  memberReimbursementAmount: 0,
  numberOfVisitsToReimburse: 0,
  launchDate: '2026-09-01',
  paymentForActivatedMembersOnly: false,
  showsVisitDays: true,
  facilityFeesBillingTypeId: 1,
  installmentTypeId: 1,
  reimbursementTypeId: 5,
  version: 0,
  ...groupMembership,
});

/** A webhook that is turned off, so that changes write no deliveries. */
export const someWebhook = (owner: WebhookOwner, webhook: Partial<Webhook> = {}): Webhook => ({
  id: `${owner}-${'0'.repeat(26)}`,
  url: 'https://hooks.example/wellport',
  description: '',
  kinds: ['member.left'],
  includesPersonalData: false,
  isActive: false,
  secrets: [{ number: 1, keyVersion: 1, createdAt: at, endsAt: null }],
  createdAt: at,
  createdBy: 'user-admin',
  ...webhook,
});
