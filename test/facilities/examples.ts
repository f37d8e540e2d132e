import { facilities } from '../../shared/contracts/facilities.ts';
import { examplesOf } from '../support/examples.ts';

const form = {
  name: 'Harbor Gym',
  facilityLocationType: '0',
  address1: '2 Pier Road',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
  latitude: '46.78',
  longitude: '-92.1',
  isPpv: false,
  enrollmentStatus: '1',
};

export const examples = examplesOf(facilities, {
  ownMembers: { own: () => ({}) },
  ownHome: { own: () => ({}) },
  ownPayments: { own: () => ({}) },
  ownBankAccount: { own: () => ({}) },
  saveOwnBankAccount: {
    own: () => ({
      body: {
        bankAccount: { routingNumber: '091000019', accountNumber: '44556678', bankAccountType: '0' },
        version: 1,
      },
    }),
  },
  listAll: { own: () => ({ query: { filter: 'harb' } }) },
  details: { own: ({ facility }) => ({ params: { facilityId: facility.id } }) },
  add: {
    own: () => ({
      body: {
        facilityNumber: 'NEW-1',
        name: 'Pier Gym',
        facilityLocationType: 0,
        address1: '3 Pier Road',
        city: 'Duluth',
        state: 'MN',
        zipCode: '55802',
        isPpv: false,
      },
    }),
  },
  save: {
    own: ({ facility }) => ({
      params: { facilityId: facility.id },
      body: { ...form, version: facility.version },
    }),
  },
  importClubs: {
    own: () => ({
      files: {
        file: {
          name: 'clubs.csv',
          bytes: Buffer.from('Facility ID,Name,Address,City,State,ZIP\n5500,Pier,1 A St,Duluth,MN,55802\n'),
        },
      },
    }),
  },
  failedClubs: { own: () => ({ params: { jobId: 'none' } }) },
  saveBankingInfo: {
    own: ({ facility }) => ({
      params: { facilityId: facility.id },
      body: {
        bankAccount: { routingNumber: '091000019', accountNumber: '44556677', bankAccountType: '0' },
        version: 1,
      },
    }),
  },
  bankAccountDetails: {
    own: ({ facility }) => ({
      query: { payeeToken: facility.payeeToken, reason: 'The club asked about it' },
    }),
  },
  managers: { own: ({ facility }) => ({ params: { facilityId: facility.id } }) },
  inviteManager: {
    own: ({ facility }) => ({
      params: { facilityId: facility.id },
      body: { firstName: 'Kit', lastName: 'Hale', email: 'kit@clubs.test' },
    }),
  },
  removeManager: {
    own: ({ facility }) => ({ params: { facilityId: facility.id, managerId: 'user-of-nobody' } }),
  },
  paymentsOf: { own: ({ facility }) => ({ params: { facilityId: facility.id } }) },
  list: { own: () => ({}) },
  get: { own: ({ facility }) => ({ query: { facilityId: facility.id } }) },
  dropdown: { own: () => ({ query: { searchTerm: 'harb', takeCount: 50, afOnly: true } }) },
  member: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id } }),
    unknown: { query: { memberGuid: 'M99' } },
  },
  clubLocator: { own: () => ({ query: { hasGroupMemberships: true } }) },
  ownClubLocator: { own: () => ({ query: { hasGroupMemberships: true } }) },
  plans: { own: () => ({}) },
  allPlans: { own: () => ({}) },
  savePlan: { own: () => ({ body: { name: 'Quiet Hours', programs: 'Mornings' } }) },
  ownPlans: { own: () => ({}) },
  suggestAddresses: { own: () => ({ query: { query: '55' } }) },
});
