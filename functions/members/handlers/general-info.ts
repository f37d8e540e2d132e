import { members } from '../../../shared/contracts/members.ts';
import { handle } from '../../handle.ts';
import { loadMember } from '../store.ts';

export const handler = handle(members.generalInfo, async ({ query }) => {
  const member = await loadMember(query.memberId);
  const { firstName, lastName, dateOfBirth, phone, email } = member;
  return {
    firstName,
    middleInitial: member.middleInitial ?? null,
    lastName,
    dateOfBirth,
    contactNumber: phone,
    email,
    // most employers do not provide addresses
    address1: member.address1 ?? null,
    address2: member.address2 ?? null,
    city: member.city ?? null,
    state: member.state ?? null,
    zipCode: member.zipCode ?? null,
    country: member.country ?? null,
  };
});
