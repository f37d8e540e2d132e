import * as z from 'zod';
import { email, text } from '../fields.ts';

/** A new user of any role, who chooses the password by the link of an emailed invitation. */
export const invitedUserForm = z.object({
  firstName: text('First Name', { max: 50 }),
  lastName: text('Last Name', { max: 50 }),
  email: email('Email', { max: 50 }),
});
export type InvitedUser = z.output<typeof invitedUserForm>;

/** How far a user's sign-in is: ready, not accepted yet, or a removal that did not finish. */
const signInStates = ['active', 'invited', 'leaving'] as const;

/** A row of the tables of administrators, partner managers and facility managers. */
export const listedUser = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: z.enum(signInStates),
  /** Why emails do not arrive; null when they do. */
  emailProblem: z.string().nullable(),
});
export type ListedUser = z.output<typeof listedUser>;
