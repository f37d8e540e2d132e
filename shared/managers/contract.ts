import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId, recordId } from '../ids.ts';
import { done, doneWith } from '../page.ts';
import { onWire } from '../wire-names.ts';
import { linkToken } from '../users/emailed-link.ts';
import { listedUser } from '../users/invited-user.ts';
import { invitedManagerForm, manager, managerForm, newManagerForm } from './manager.ts';

const managerId = onWire('managerID', recordId);

export const managers = area('managers', {
  list: endpoint({
    method: 'GET',
    path: '/partnermanagers/list',
    roles: ['systemAdmin'],
    summary: "A partner's managers by last name; a partner has at most 100.",
    query: z.object({ partnerId }),
    response: z.array(listedUser),
  }),
  get: endpoint({
    method: 'GET',
    path: '/partnermanagers/get',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: 'loaded',
    summary: 'One manager; managers see themselves only.',
    query: z.object({ managerId }),
    response: manager,
  }),
  create: endpoint({
    method: 'POST',
    path: '/partnermanagers/create',
    roles: ['systemAdmin'],
    summary: 'Adds a manager with a typed password; a call that failed may be repeated.',
    body: newManagerForm,
    response: doneWith(manager),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/partnermanagers/invite',
    roles: ['systemAdmin'],
    summary: 'Adds a manager and emails the link to choose a password; again, it replaces the link before.',
    body: invitedManagerForm,
    response: doneWith(manager),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/partnermanagers/update',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: 'loaded',
    summary: "Changes a manager's names at once; a new email counts once the link sent to it is opened.",
    body: managerForm.extend({ version: z.int().optional() }),
    response: doneWith(manager),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/partnermanagers/{managerID}',
    roles: ['systemAdmin'],
    summary: 'Removes a manager and the sign-in; a call that failed may be repeated.',
    params: z.object({ managerId }),
    response: done,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/partnermanagers/email/{token}/confirm',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Makes the address that the link was sent to the email to log in with; every session ends.',
    params: z.object({ token: linkToken }),
    response: done,
  }),
});
