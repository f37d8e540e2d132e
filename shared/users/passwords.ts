import * as z from 'zod';
import { text, maxPassphrase, password, passwordConfirmation, secret } from '../fields.ts';

const same = (fields: { newPassword: string; confirmPassword: string }): boolean =>
  fields.newPassword === fields.confirmPassword;
const notTheSame = {
  path: ['confirmPassword'],
  error: 'New Password and Confirm Password must match.',
};

export const passwordsMustMatch = 'Password and Confirm Password must match.';

/** First password of an invited user. */
export const newPasswordForm = z
  .object({
    password: password('Password', maxPassphrase),
    confirmPassword: passwordConfirmation('Confirm Password', maxPassphrase),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: passwordsMustMatch,
  });

/** Password change in the profile (spec 3). */
export const changePasswordForm = z
  .object({
    oldPassword: secret('Old password'),
    newPassword: password('New password'),
    confirmPassword: passwordConfirmation('Confirm new password'),
  })
  .refine(same, notTheSame)
  .refine(({ oldPassword, newPassword }) => oldPassword !== newPassword, {
    path: ['newPassword'],
    error: 'New Password should be different from Old Password.',
  });

/** The forgot-password form (spec 1 §2.6). */
export const forgotPasswordForm = z.object({ username: text('Username or email', { max: 320 }) });

export const confirmPasswordForm = z
  .object({
    userName: text('Username or email', { max: 320 }),
    code: text('Code', { max: 40 }),
    newPassword: password('New password', maxPassphrase),
    confirmPassword: passwordConfirmation('Confirm new password', maxPassphrase),
  })
  .refine(same, notTheSame);
