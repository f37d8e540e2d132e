import * as z from 'zod';
import { password, passwordConfirmation } from '../password-fields.ts';
import { partnerId, recordId } from '../ids.ts';
import { invitedUserForm, listedUser } from '../users/invited-user.ts';
import { passwordsMustMatch } from '../users/passwords.ts';

/** A new manager who chooses the password by the link of an emailed invitation. */
export const invitedManagerForm = invitedUserForm.extend({ partnerId });
export type InvitedManager = z.output<typeof invitedManagerForm>;

/** A new manager with a typed password (spec 2 §3, §5). */
export const newManagerForm = invitedManagerForm
  .extend({ password: password('Password'), confirmPassword: passwordConfirmation('Confirm Password') })
  .refine((typed) => typed.password === typed.confirmPassword, {
    path: ['confirmPassword'],
    error: passwordsMustMatch,
  });

/** What may be changed of a manager; a new email counts once the link sent to it is opened. */
export const managerForm = invitedUserForm.extend({ id: recordId });

export const manager = listedUser.extend({
  partnerId: z.string(),
  /** The address that an emailed link waits at; null when there is none. */
  newEmail: z.string().nullable(),
  version: z.int(),
});
export type Manager = z.output<typeof manager>;

/** How many managers a partner may have: one page of the table. */
export const managersAllowed = 100;
