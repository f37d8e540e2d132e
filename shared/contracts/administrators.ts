import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { done, doneWith } from '../page.ts';
import { invitedUserForm, listedUser } from '../users/invited-user.ts';

export const administrators = area('administrators', {
  list: endpoint({
    method: 'GET',
    path: '/administrators',
    roles: ['systemAdmin'],
    summary: 'Lists the administrators by last name; a deployment has at most 100.',
    response: z.array(listedUser),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/administrators/invite',
    roles: ['systemAdmin'],
    stepUp: ['email'],
    summary:
      'Adds an administrator and emails a link to choose a password, after the approval of a second administrator where two exist; a repeated request replaces the link.',
    body: invitedUserForm,
    response: doneWith(listedUser),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/administrators/{administratorId}/approve',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: 'Approves the invitation of another administrator and emails the link to choose a password.',
    params: z.object({ administratorId: recordId }),
    response: done,
  }),
  allowFullNumbers: endpoint({
    method: 'POST',
    path: '/administrators/{administratorId}/fullNumbers',
    roles: ['systemAdmin'],
    stepUp: true,
    summary:
      'Allows another administrator who reached the daily limit to view as many full account numbers again.',
    params: z.object({ administratorId: recordId }),
    response: done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/administrators/{administratorId}',
    roles: ['systemAdmin'],
    stepUp: true,
    summary:
      'Requests the removal of another administrator, or approves the request of another one. Without a third administrator, it becomes effective after 72 hours.',
    params: z.object({ administratorId: recordId }),
    response: done,
  }),
  cancelRemoval: endpoint({
    method: 'POST',
    path: '/administrators/{administratorId}/removal/cancel',
    roles: ['systemAdmin'],
    stepUp: true,
    duringRemoval: true,
    summary: 'Cancels a requested removal: the administrator objects, or another one declines.',
    params: z.object({ administratorId: recordId }),
    response: done,
  }),
});
