import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { periodId, recordId } from '../../ids.ts';
import { done, doneWith, pageOf } from '../../page.ts';
import { invitedUserForm, listedUser } from '../../users/invited-user.ts';
import { facilityPayment } from '../manager-area/contract.ts';

const administrators = { roles: ['systemAdmin'] } as const;
const facilityParams = z.object({ facilityId: recordId });

/** The maximum number of managers per facility: one page of the table. */
export const facilityManagersAllowed = 50;

export const facilityManagers = {
  managers: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}/managers',
    ...administrators,
    summary: 'Lists the managers of a facility by last name, at most 50.',
    params: facilityParams,
    response: z.array(listedUser),
  }),
  inviteManager: endpoint({
    method: 'POST',
    path: '/facilities/all/{facilityId}/managers',
    ...administrators,
    stepUp: ['email'],
    summary:
      'Adds a manager of a facility and emails the link to choose a password; a repeated call replaces the link.',
    params: facilityParams,
    body: invitedUserForm,
    response: doneWith(listedUser),
  }),
  removeManager: endpoint({
    method: 'DELETE',
    path: '/facilities/all/{facilityId}/managers/{managerId}',
    ...administrators,
    summary: 'Removes a manager of a facility and the login; a failed call can be repeated.',
    params: facilityParams.extend({ managerId: recordId }),
    response: done,
  }),
  paymentsOf: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}/payments',
    ...administrators,
    summary: 'Lists the payments to a facility, six months per page, latest first.',
    params: facilityParams,
    query: z.object({ cursor: periodId.optional() }),
    response: pageOf(facilityPayment),
  }),
} as const;
