import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { workingRoles } from '../roles.ts';
import { changePasswordForm, confirmPasswordForm } from './passwords.ts';
import { signInRequest, tokens } from './sign-in.ts';

const done = z.object({ success: z.boolean(), message: z.string() });

export const users = area('users', {
  me: endpoint({
    method: 'GET',
    path: '/user/me',
    roles: anyoneSignedIn,
    reach: 'own',
    does: 'The person who is signed in.',
    answer: z.object({
      userId: z.string(),
      role: z.enum(workingRoles),
      roleCode: z.int(),
      fullName: z.string(),
      email: z.string(),
      partnerId: z.string().nullable(),
      facilityId: z.string().nullable(),
      hasGroupMembership: z.boolean(),
      memberGroups: z.array(
        z.object({ fullName: z.string(), membersIds: z.array(z.string()), abbreviatedName: z.string() }),
      ),
    }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    roles: ['guest'],
    reach: 'open',
    does: 'Signs a person in by name and password; five wrong tries lock the name for 15 minutes.',
    body: signInRequest,
    answer: z.object({ success: z.boolean(), redirectUrl: z.string().nullable(), tokens }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/password/reset',
    roles: ['guest'],
    reach: 'open',
    does: 'Mails a code for a new password; the answer is the same whether or not somebody has the name.',
    query: z.object({
      userName: text('Username', { max: 320 }),
      returnUrl: z.string().max(2000).optional(),
      resendToken: z.string().max(100).optional(),
    }),
    answer: z.object({ success: z.boolean(), resendToken: z.string() }),
  }),
  confirmPassword: endpoint({
    method: 'POST',
    path: '/user/password/confirm',
    roles: ['guest'],
    reach: 'open',
    does: 'Sets a new password with the code from the mail and ends every session of the person.',
    body: confirmPasswordForm,
    answer: done,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/changePassword',
    roles: anyoneSignedIn,
    reach: 'own',
    does: 'Changes the password of the person who is signed in and ends every session.',
    body: changePasswordForm,
    answer: done,
  }),
});
