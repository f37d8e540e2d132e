import * as z from 'zod';
import { anyoneSignedIn, endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { recordId } from '../ids.ts';
import { done } from '../page.ts';
import { workingRoles } from '../roles.ts';
import { tokens } from './sign-in.ts';
import { listedSession } from './sessions.ts';
import { userEvent } from './user-event.ts';

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
