import type * as z from 'zod';
import { member } from './member.ts';

/** The fields that a full roster is compared with: the identity of a member and the columns of a file. */
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
