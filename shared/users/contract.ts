import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { workingRoles } from '../roles.ts';
import { changePasswordForm, confirmPasswordForm } from './passwords.ts';
import { passwordForm, signInCodeRequest, turnOnRequest } from './second-factor.ts';
import { signInRequest, tokens } from './sign-in.ts';

const done = z.object({ success: z.boolean(), message: z.string() });
const signedIn = z.object({ success: z.boolean(), redirectUrl: z.string().nullable(), tokens });

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
    does: 'Signs a person in by name and password, or asks for a code; five wrong tries lock the name for 15 minutes.',
    body: signInRequest,
    answer: z.union([signedIn, z.object({ success: z.boolean(), challenge: z.string() })]),
  }),
  loginCode: endpoint({
    method: 'POST',
    path: '/user/login/code',
    roles: ['guest'],
    reach: 'open',
    does: 'Ends a sign-in with the code of the authenticator app; five wrong codes lock it for 15 minutes.',
    body: signInCodeRequest,
    answer: signedIn,
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
  secondFactor: endpoint({
    method: 'GET',
    path: '/user/secondFactor',
    roles: ['systemAdmin'],
    reach: 'own',
    does: 'Whether signing in asks for the code of an authenticator app.',
    answer: z.object({ on: z.boolean() }),
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/user/secondFactor/begin',
    roles: ['systemAdmin'],
    reach: 'own',
    does: 'Makes a new key for an authenticator app; nothing changes until a code of it is shown.',
    body: passwordForm,
    answer: z.object({ key: z.string(), address: z.string() }),
  }),
  turnOnSecondFactor: endpoint({
    method: 'POST',
    path: '/user/secondFactor/on',
    roles: ['systemAdmin'],
    reach: 'own',
    does: 'Asks for a code at every sign-in from now on, once a code of the new key was right.',
    body: turnOnRequest,
    answer: done,
  }),
  turnOffSecondFactor: endpoint({
    method: 'POST',
    path: '/user/secondFactor/off',
    roles: ['systemAdmin'],
    reach: 'own',
    does: 'Asks for no code any more.',
    body: passwordForm,
    answer: done,
  }),
});
