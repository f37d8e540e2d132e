import { members } from '../../shared/members/contract.ts';
import { handle } from '../platform/handle.ts';
import { loadMember } from './store.ts';

export const handler = handle(members.generalInfo, async ({ query }) => {
  const { firstName, lastName, dateOfBirth, phone, email } = await loadMember(query.memberId);
  return {
    firstName,
    middleInitial: null,
    lastName,
    dateOfBirth,
    contactNumber: phone,
    email,
    // employers do not tell the portal where people live
    address1: null,
    address2: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
  };
});
