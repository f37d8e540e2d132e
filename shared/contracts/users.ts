import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { workingRoles } from '../roles.ts';
import { linkToken } from '../users/emailed-link.ts';
import { grids, logins, passkeys, sessions } from '../users/session-contract.ts';
import { changePasswordForm, confirmPasswordForm, newPasswordForm } from '../users/passwords.ts';
import { passwordForm, turnOffRequest, turnOnRequest } from '../users/second-factor.ts';
import { managerAccessIds } from '../managers/manager-access.ts';
import { onWire } from '../wire-names.ts';
import { currentPin, isPinForgotten, newPin } from '../users/pin.ts';
import { stepUpForm } from '../users/step-up.ts';

const done = z.object({ success: z.boolean(), message: z.string() });

export const users = area('users', {
  ...grids,
  me: endpoint({
    method: 'GET',
    path: '/user/me',
    roles: anyoneSignedIn,
    ownership: 'own',
    beforeSecondFactor: true,
    summary: 'Returns the caller.',
    response: z.object({
      userId: z.string(),
      role: z.enum(workingRoles),
      roleCode: z.int(),
      fullName: z.string(),
      email: z.string(),
      partnerId: z.string().nullable(),
      facilityId: z.string().nullable(),
      /** Access of a partner manager; null for other roles. */
      access: z.enum(managerAccessIds).nullable(),
      hasGroupMembership: z.boolean(),
      /** All other endpoints are refused until a passkey or an authenticator app is set up. */
      mustSetUpApp: z.boolean(),
      /** Other endpoints are refused until the user replaces a password that an administrator chose. */
      mustChangePassword: z.boolean(),
      hasApp: z.boolean(),
      hasPasskey: z.boolean(),
      /** Name of the employer that confirms sensitive actions, because the session began at its identity provider. */
      stepUpProviderName: z.string().nullable().optional(),
      /** Minutes without use after which the session ends. */
      idleMinutes: z.int(),
      memberGroups: z.array(
        z.object({
          fullName: z.string(),
          memberIds: onWire('membersIds', z.array(z.string())),
          abbreviatedName: z.string(),
        }),
      ),
      /** Memberships that ended; payments to them can still be due. */
      formerMemberIds: z.array(z.string()),
    }),
  }),
  ...logins,
  logout: endpoint({
    method: 'POST',
    path: '/user/logout',
    roles: anyoneSignedIn,
    ownership: 'own',
    beforeSecondFactor: true,
    summary: 'Ends the session of the token and invalidates its tokens.',
    /** The log-out page of the session's identity provider, where configured. */
    response: done.extend({ providerAddress: z.string().nullable().optional() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/password/reset',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Emails a code for a new password; the response is the same for unknown names.',
    query: z.object({
      userName: text('Username', { max: 320 }),
      returnUrl: z.string().max(2000).optional(),
      resendToken: z.string().max(100).optional(),
    }),
    response: z.object({ success: z.boolean(), resendToken: z.string() }),
  }),
  confirmPassword: endpoint({
    method: 'POST',
    path: '/user/password/confirm',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Sets a new password with the code from the email and ends all sessions of the user.',
    body: confirmPasswordForm,
    response: done,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/changePassword',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Changes the password of the caller and ends all sessions.',
    body: changePasswordForm,
    response: done,
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/user/stepUp',
    roles: anyoneSignedIn,
    ownership: 'own',
    beforeSecondFactor: true,
    summary:
      'Returns a proof of identity for one sensitive action on one target in this session; requires a passkey, or the password and, where set up, the code.',
    body: stepUpForm,
    response: z.object({ success: z.boolean(), proof: z.string() }),
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/user/secondFactor',
    roles: anyoneSignedIn,
    ownership: 'own',
    beforeSecondFactor: true,
    summary: 'Returns whether logging in requires the code of an authenticator app.',
    response: z.object({ on: z.boolean() }),
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/user/secondFactor/begin',
    roles: anyoneSignedIn,
    ownership: 'own',
    beforeSecondFactor: true,
    summary: 'Creates a key for an authenticator app; it takes effect when a code of it is confirmed.',
    body: passwordForm,
    response: z.object({ key: z.string(), address: z.string() }),
  }),
  turnOnSecondFactor: endpoint({
    method: 'POST',
    path: '/user/secondFactor/on',
    roles: anyoneSignedIn,
    ownership: 'own',
    beforeSecondFactor: true,
    stepUp: true,
    duringRemoval: true,
    summary: 'Confirms a code of the new key and requires a code at every login.',
    body: turnOnRequest,
    response: done,
  }),
  turnOffSecondFactor: endpoint({
    method: 'POST',
    path: '/user/secondFactor/off',
    roles: anyoneSignedIn,
    ownership: 'own',
    beforeSecondFactor: true,
    summary: 'Turns off the second factor; requires the password and a code.',
    body: turnOffRequest,
    response: done,
  }),
  setPin: endpoint({
    method: 'PUT',
    path: '/user/pin',
    roles: ['systemAdmin'],
    ownership: 'own',
    stepUp: true,
    duringRemoval: true,
    summary:
      'Sets the PIN that confirms bank files; a change requires the current PIN, or the new one waits a day.',
    body: z.object({ pin: newPin, currentPin, isForgotten: isPinForgotten.optional() }),
    response: done,
  }),
  invitation: endpoint({
    method: 'GET',
    path: '/user/invitation/{token}',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Returns the name and role of an invited user.',
    params: z.object({ token: linkToken }),
    response: z.object({
      firstName: z.string(),
      role: z.enum(workingRoles),
      /** The partner or club that the user manages; null for administrators. */
      managed: z.string().nullable(),
      /** Masked: "a•••@work.test". */
      email: z.string(),
      /** The employer requires its identity provider, so a password has no effect. */
      isWithoutPassword: z.boolean(),
    }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/user/invitation/{token}/accept',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Sets the first password of an invited user.',
    params: z.object({ token: linkToken }),
    body: newPasswordForm,
    response: done.extend({ email: z.string() }),
  }),
  ...sessions,
  ...passkeys,
});
