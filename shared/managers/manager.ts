import * as z from 'zod';
import { choice } from '../fields.ts';
import { password, passwordConfirmation } from '../fields.ts';
import { partnerId, recordId, recordVersion } from '../ids.ts';
import { invitedUserForm, listedUser } from '../users/invited-user.ts';
import { managerAccesses, managerAccessIds } from './manager-access.ts';
import { passwordsMustMatch } from '../users/passwords.ts';

const access = choice('Access', managerAccesses, { required: false });

/** New manager who chooses a password by an emailed link. */
export const invitedManagerForm = invitedUserForm.extend({ partnerId, access });
export type InvitedManager = z.output<typeof invitedManagerForm>;

/** New manager with an entered password (spec 2 §3, §5). */
export const newManagerForm = invitedManagerForm
  .extend({ password: password('Password'), confirmPassword: passwordConfirmation('Confirm Password') })
  .refine((item) => item.password === item.confirmPassword, {
    path: ['confirmPassword'],
    error: passwordsMustMatch,
  });

/** Changes of a manager; a new email takes effect when its emailed link is opened. */
export const managerForm = invitedUserForm.extend({ id: recordId, access });

/** A row of the partner's managers. */
export const listedManager = listedUser.extend({ access: z.enum(managerAccessIds) });
export type ListedManager = z.output<typeof listedManager>;

export const manager = listedManager.extend({
  partnerId: z.string(),
  /** Unconfirmed new email; null if there is none. */
  newEmail: z.string().nullable(),
  version: recordVersion,
});
export type Manager = z.output<typeof manager>;

/** Maximum number of managers per partner; the list is one page. */
export const managersAllowed = 100;
