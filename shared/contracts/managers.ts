import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId, recordId, recordVersion } from '../ids.ts';
import { done, doneWith } from '../page.ts';
import { onWire } from '../wire-names.ts';
import { linkToken } from '../users/emailed-link.ts';
import { accessReview } from '../managers/access-review.ts';
import {
  invitedManagerForm,
  listedManager,
  manager,
  managerForm,
  newManagerForm,
} from '../managers/manager.ts';

const managerId = onWire('managerID', recordId);

export const managers = area('managers', {
  list: endpoint({
    method: 'GET',
    path: '/partnermanagers/list',
    roles: ['systemAdmin'],
    summary: "Lists the partner's managers by last name; a partner has at most 100.",
    query: z.object({ partnerId }),
    response: z.array(listedManager),
  }),
  get: endpoint({
    method: 'GET',
    path: '/partnermanagers/get',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: 'loaded',
    summary: 'Returns one manager; managers see only themselves.',
    query: z.object({ managerId }),
    response: manager,
  }),
  create: endpoint({
    method: 'POST',
    path: '/partnermanagers/create',
    roles: ['systemAdmin'],
    stepUp: ['email', 'partnerId'],
    summary:
      'Adds a manager with a password, which works once and is replaced at the first login; failed requests can be repeated.',
    body: newManagerForm,
    response: doneWith(manager),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/partnermanagers/invite',
    roles: ['systemAdmin'],
    stepUp: ['email', 'partnerId'],
    summary: 'Adds a manager and emails a link to choose a password; a repeated request replaces the link.',
    body: invitedManagerForm,
    response: doneWith(manager),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/partnermanagers/update',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: 'loaded',
    stepUp: ['id', 'email', 'access'],
    summary:
      "Changes a manager's names, and the access as an administrator; a new email takes effect when its emailed link is opened.",
    body: managerForm.extend({ version: recordVersion.optional() }),
    response: doneWith(manager),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/partnermanagers/{managerID}',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: 'Removes a manager and the login; failed requests can be repeated.',
    params: z.object({ managerId }),
    response: done,
  }),
  accessReview: endpoint({
    method: 'GET',
    path: '/partners/{partnerID}/accessreview',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary:
      'Lists the managers and API clients with access to a partner, and when their access was reviewed.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: accessReview,
  }),
  confirmAccessReview: endpoint({
    method: 'POST',
    path: '/partners/{partnerID}/accessreview',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: 'Records that the access to a partner was reviewed; the next review is due after 90 days.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    body: z.object({ version: recordVersion }),
    response: done,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/partnermanagers/email/{token}/confirm',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Confirms the new login email, or restores the earlier one, by its emailed link and ends all sessions.',
    params: z.object({ token: linkToken }),
    response: done,
  }),
});
