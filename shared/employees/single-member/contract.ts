import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { email } from '../../fields.ts';
import { partnerId, recordId } from '../../ids.ts';
import { done } from '../../page.ts';
import { onWire } from '../../wire-names.ts';
import { employeeForm } from '../employee-rows.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;

export const memberEndpoints = {
  add: endpoint({
    method: 'POST',
    path: '/employeemanagement/members',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Adds one employee with the validation of an uploaded file.',
    body: employeeForm.extend({ partnerId }),
    response: done,
  }),
  changeEmail: endpoint({
    method: 'PATCH',
    path: '/employeemanagement/members/{memberID}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Changes the email of a member who has not enrolled.',
    params: z.object({ memberId: onWire('memberID', recordId) }),
    body: z.object({
      id: recordId,
      email: email('Email'),
      /** Email shown in the form; prevents overwriting a concurrent change. */
      oldEmail: z.string().max(320).optional(),
    }),
    response: done,
  }),
  sendInvitation: endpoint({
    method: 'POST',
    path: '/employeemanagement/members/{memberID}/invite',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Sends a member an invitation that replaces earlier links; at most once per hour.',
    params: z.object({ memberId: onWire('memberID', recordId) }),
    response: done,
  }),
};
