import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { periodId, recordId } from '../../ids.ts';
import { done, doneWith, pageOf } from '../../page.ts';
import { invitedUserForm, listedUser } from '../../users/invited-user.ts';
import { clubPayment } from '../manager-area/contract.ts';

const administrators = { roles: ['systemAdmin'] } as const;
const facilityParams = z.object({ facilityId: recordId });

/** How many managers a club may have: one page of the table. */
export const clubManagersAllowed = 50;

/** The endpoints by which administrators say who manages a club, and see what it was paid. */
export const clubManagers = {
  managers: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}/managers',
    ...administrators,
    summary: 'The managers of a club by last name; a club has at most 50.',
    params: facilityParams,
    response: z.array(listedUser),
  }),
  inviteManager: endpoint({
    method: 'POST',
    path: '/facilities/all/{facilityId}/managers',
    ...administrators,
    summary:
      'Adds a manager of a club and emails the link to choose a password; again, it replaces the link.',
    params: facilityParams,
    body: invitedUserForm,
    response: doneWith(listedUser),
  }),
  removeManager: endpoint({
    method: 'DELETE',
    path: '/facilities/all/{facilityId}/managers/{managerId}',
    ...administrators,
    summary: 'Removes a manager of a club and the sign-in; a call that failed may be repeated.',
    params: facilityParams.extend({ managerId: recordId }),
    response: done,
  }),
  paymentsOf: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}/payments',
    ...administrators,
    summary: 'The payments to a club, six months a page, the latest first.',
    params: facilityParams,
    query: z.object({ cursor: periodId.optional() }),
    response: pageOf(clubPayment),
  }),
} as const;
