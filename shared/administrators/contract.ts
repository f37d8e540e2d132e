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
    summary: 'The administrators by last name; a deployment has at most 100.',
    response: z.array(listedUser),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/administrators/invite',
    roles: ['systemAdmin'],
    stepUp: true,
    summary:
      'Adds an administrator and emails the link to choose a password; again, it replaces the link before.',
    body: invitedUserForm,
    response: doneWith(listedUser),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/administrators/{administratorId}',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: 'Removes another administrator and the sign-in; a call that failed may be repeated.',
    params: z.object({ administratorId: recordId }),
    response: done,
  }),
});
