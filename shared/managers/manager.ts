import * as z from 'zod';
import { email, password, secret, text } from '../fields.ts';
import { partnerId, recordId } from '../ids.ts';

const names = {
  firstName: text('First Name', { max: 50 }),
  lastName: text('Last Name', { max: 50 }),
};
const managerEmail = email('Email', { max: 50 });

export const passwordsMustMatch = 'Password and Confirm Password must match.';

/** A new manager who chooses the password by the link of an emailed invitation. */
export const invitedManagerForm = z.object({ partnerId, ...names, email: managerEmail });
export type InvitedManager = z.output<typeof invitedManagerForm>;

/** A new manager with a typed password (spec 2 §3, §5). */
export const newManagerForm = invitedManagerForm
  .extend({ password: password('Password'), confirmPassword: secret('Confirm Password', { max: 30 }) })
  .refine((typed) => typed.password === typed.confirmPassword, {
    path: ['confirmPassword'],
    error: passwordsMustMatch,
  });

/** What may be changed of a manager; a new email counts once the link mailed to it is opened. */
export const managerForm = z.object({ id: recordId, ...names, email: managerEmail });

/** How far a manager's sign-in is: ready, not accepted yet, or a deletion that did not finish. */
export const managerStates = ['active', 'invited', 'leaving'] as const;

export const manager = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  partnerId: z.string(),
  status: z.enum(managerStates),
  /** The address that a mailed link waits at; null when there is none. */
  newEmail: z.string().nullable(),
  version: z.int(),
});
export type Manager = z.output<typeof manager>;

/** A row of the managers table. */
export const managerRow = manager.pick({
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  status: true,
});

/** How many managers a partner may have: one page of the table. */
export const managersAllowed = 100;
