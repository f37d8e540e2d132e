import * as z from 'zod';
import { removalRequest } from '../administrators/administrator.ts';
import { email, text } from '../fields.ts';

/** A new user of any role, who chooses the password through an emailed link. */
export const invitedUserForm = z.object({
  firstName: text('First Name', { max: 50 }),
  lastName: text('Last Name', { max: 50 }),
  email: email('Email', { max: 50 }),
});
export type InvitedUser = z.output<typeof invitedUserForm>;

/**
 * `linkExpired` is an invitation that was not accepted in time, `leaving` an unfinished removal, `unapproved` an invitation
 * that waits for a second administrator, `expired` one that waited for too long, `disabled` an administrator disabled by
 * an operator.
 */
const signInStates = [
  'active',
  'invited',
  'linkExpired',
  'unapproved',
  'expired',
  'disabled',
  'leaving',
] as const;

/** A row of the lists of administrators, partner managers, and facility managers. */
export const listedUser = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: z.enum(signInStates),
  /** User ID of the administrator who sent an unapproved invitation. */
  invitedBy: z.string().nullable(),
  /** The administrator who added the user; null if unknown. */
  createdByName: z.string().nullable(),
  /** A requested removal of an administrator; `effectiveAt` is null if another administrator must approve it. */
  removal: removalRequest.pick({ requestedBy: true, effectiveAt: true }).nullable(),
  /** Delivery error of the last email, or null. */
  emailProblem: z.string().nullable(),
});
export type ListedUser = z.output<typeof listedUser>;
