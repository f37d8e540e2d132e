import * as z from 'zod';
import { anyoneSignedIn, endpoint } from '../endpoint.ts';
import { done } from '../page.ts';
import { secret, email } from '../fields.ts';
import { newCredential, passkeyNameForm, passkeySignature, listedPasskey } from './passkeys.ts';
import { signedIn, signInRequest, tokens } from './sign-in-attempts.ts';
import { stepUpForm } from './step-up.ts';
import { signInCodeRequest } from './second-factor.ts';
import { gridNames, gridSettings, gridSettingsForm } from './grid-settings.ts';
import { recordId } from '../ids.ts';
import { workingRoles } from '../roles.ts';
import { listedSession } from './sessions.ts';

const own = { roles: anyoneSignedIn, ownership: 'own', beforeSecondFactor: true } as const;
const passkeyParams = z.object({ passkeyId: z.string().min(1).max(1500) });

export const passkeys = {
  loginPasskey: endpoint({
    method: 'POST',
    path: '/user/login/passkey',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Completes a login with a passkey; five refused signatures lock it for 15 minutes.',
    body: z.object({
      challenge: z.string().max(100),
      password: secret('Password'),
      passkey: passkeySignature,
      redirectUrl: z.string().max(2000).optional(),
    }),
    response: signedIn,
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/user/passkeys',
    ...own,
    summary: 'Lists the passkeys of the caller.',
    response: z.array(listedPasskey),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/user/passkeys/challenge',
    ...own,
    summary: 'Returns a challenge that registers a passkey or confirms one action of this session.',
    body: stepUpForm.pick({ action: true }),
    response: z.object({
      challenge: z.string(),
      domain: z.string(),
      userHandle: z.string(),
      passkeyIds: z.array(z.string()),
    }),
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/user/passkeys',
    ...own,
    stepUp: true,
    duringRemoval: true,
    summary: 'Adds a passkey; the first one is required at every login and ends the other sessions.',
    body: passkeyNameForm.extend({ passkey: newCredential }),
    response: done,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/user/passkeys/{passkeyId}',
    ...own,
    summary: 'Renames a passkey.',
    params: passkeyParams,
    body: passkeyNameForm,
    response: done,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/user/passkeys/{passkeyId}',
    ...own,
    stepUp: true,
    duringRemoval: true,
    summary: 'Removes a passkey.',
    params: passkeyParams,
    response: done,
  }),
};

const passwordAccepted = z.union([
  signedIn,
  z.object({
    success: z.boolean(),
    challenge: z.string(),
    /** Requires a passkey instead of the code: its allowed IDs and domain. */
    passkeys: z.object({ passkeyIds: z.array(z.string()), domain: z.string() }).optional(),
  }),
]);

/** Logging in by password, and by the code that may follow. */
export const logins = {
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Logs a user in by name and password, or requires a code or passkey; five incorrect attempts lock the name for 15 minutes. Above 60 logins of unknown browsers from one address, requires a captcha or proof of work (x-work).',
    body: signInRequest,
    response: passwordAccepted,
  }),
  loginOnDevice: endpoint({
    method: 'POST',
    path: '/user/login/device',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Like login, for browsers with an earlier login of the name, by the header x-device. It has its own capacity.',
    body: signInRequest,
    response: passwordAccepted,
  }),
  loginCode: endpoint({
    method: 'POST',
    path: '/user/login/code',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Completes a login with the code of the authenticator app; five incorrect codes lock it for 15 minutes.',
    body: signInCodeRequest,
    response: signedIn,
  }),
};

const params = z.object({ grid: z.enum(gridNames) });

export const grids = {
  gridSettings: endpoint({
    method: 'GET',
    path: '/user/grids/{grid}',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Returns the caller’s settings of a table: hidden columns and saved views.',
    params,
    response: gridSettings,
  }),
  saveGridSettings: endpoint({
    method: 'PUT',
    path: '/user/grids/{grid}',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Saves the caller’s settings of a table.',
    params,
    body: gridSettingsForm,
    response: gridSettings,
  }),
};

/** An audit event that a user caused: its name, record, and ISO instant. */
const userEvent = z.object({ name: z.string(), subject: z.string(), when: z.string() });
export type UserEvent = z.output<typeof userEvent>;

export const findUserForm = z.object({ email: email('Email', { max: 320 }) });

export const sessions = {
  sessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Lists the sessions of the caller, most recently used first.',
    response: z.array(listedSession),
  }),
  recordUse: endpoint({
    method: 'POST',
    path: '/user/sessions/use',
    roles: anyoneSignedIn,
    ownership: 'own',
    beforeSecondFactor: true,
    summary: 'Records that the session is in use; its idle timeout starts again.',
    response: z.object({ success: z.boolean() }),
  }),
  refreshSession: endpoint({
    method: 'POST',
    path: '/user/sessions/refresh',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Exchanges a refresh token, which is valid once, for new tokens; a second use ends the session.',
    body: z.object({ refreshToken: z.string().max(100) }),
    response: z.object({ success: z.boolean(), tokens }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/sessions/{sessionId}',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Ends one session of the caller.',
    params: z.object({ sessionId: z.string().min(1).max(100) }),
    response: done,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Ends all sessions of the caller except the one of the request.',
    response: done,
  }),
  findUser: endpoint({
    method: 'POST',
    path: '/users/find',
    roles: ['systemAdmin'],
    summary: 'Returns the user of an email with the current sessions.',
    body: findUserForm,
    response: z.object({
      id: z.string(),
      fullName: z.string(),
      email: z.string(),
      role: z.enum(workingRoles),
      sessions: z.array(listedSession),
    }),
  }),
  userActivity: endpoint({
    method: 'GET',
    path: '/users/{userId}/activity',
    roles: ['systemAdmin'],
    summary: 'Lists the audit events that a user caused, newest first, before an instant.',
    params: z.object({ userId: recordId }),
    query: z.object({ before: z.iso.datetime().optional() }),
    response: z.object({ items: z.array(userEvent), before: z.string().nullable() }),
  }),
  endUserSessions: endpoint({
    method: 'POST',
    path: '/users/{userId}/sessions/end',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: 'Logs a user out on all devices.',
    params: z.object({ userId: recordId }),
    response: done,
  }),
};
