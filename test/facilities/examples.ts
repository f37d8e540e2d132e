import { facilities } from '../../shared/facilities/contract.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(facilities, {
  list: { own: () => ({}) },
  get: { own: ({ facility }) => ({ query: { facilityId: facility.id } }) },
  dropdown: { own: () => ({ query: { searchTerm: 'harb', takeCount: 50, afOnly: true } }) },
  member: {
    own: ({ own }) => ({ query: { memberGuid: own.member.id } }),
    other: ({ other }) => ({ query: { memberGuid: other.member.id } }),
  },
  clubLocator: { own: () => ({ query: { hasGroupMemberships: true } }) },
  plans: { own: () => ({}) },
  suggestAddresses: { own: () => ({ query: { query: '55' } }) },
});
