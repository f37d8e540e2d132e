import type * as z from 'zod';
import { member } from './member.ts';

/** What a full roster is compared with: who a member is and what a row of a file can say of them. */
export const rosterMember = member.pick({
  id: true,
  invitationStatus: true,
  keyFobNumber: true,
  email: true,
  firstName: true,
  lastName: true,
  phone: true,
  dateOfBirth: true,
  middleInitial: true,
  address1: true,
  address2: true,
  city: true,
  state: true,
  zipCode: true,
  membershipType: true,
  employeeNumber: true,
});
export type RosterMember = z.output<typeof rosterMember>;
