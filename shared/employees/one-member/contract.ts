import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { email } from '../../fields.ts';
import { partnerId, recordId } from '../../ids.ts';
import { done } from '../../page.ts';
import { onWire } from '../../wire-names.ts';
import { employeeForm } from '../employee-rows.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;

/** Calls about a single member of the roster. */
export const oneMember = {
  add: endpoint({
    method: 'POST',
    path: '/employeemanagement/members',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Adds one employee by hand, by the rules of an uploaded file.',
    body: employeeForm.extend({ partnerId }),
    response: done,
  }),
  changeEmail: endpoint({
    method: 'PATCH',
    path: '/employeemanagement/members/{memberID}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Changes the address of a member who has not enrolled yet.',
    params: z.object({ memberId: onWire('memberID', recordId) }),
    body: z.object({
      id: recordId,
      email: email('Email'),
      /** The address as the form showed it: one that someone else changed since is not replaced unseen. */
      oldEmail: z.string().max(320).optional(),
    }),
    response: done,
  }),
  sendInvitation: endpoint({
    method: 'POST',
    path: '/employeemanagement/members/{memberID}/invite',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Sends a member the invitation, or a new one whose link replaces the old; at most once an hour.',
    params: z.object({ memberId: onWire('memberID', recordId) }),
    response: done,
  }),
};
