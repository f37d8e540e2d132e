import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, dollars } from '../fields.ts';
import { recordId } from '../ids.ts';
import { done, pageOf, pageQuery } from '../page.ts';
import { onWire } from '../wire-names.ts';
import {
  memberRequestForm,
  memberRequestRow,
  requestDecisionForm,
  requestColumns,
  requestKind,
} from '../members/member-request.ts';

import { ending, endingKind, endingReason } from './ending.ts';
import { pauseEffect } from './pause.ts';

const memberId = onWire('memberGuid', recordId);
/** The day of the member's notice in writing; only administrators state it. */
const noticeOn = calendarDate('Day of Notice').optional();

/** Requests of members for another club or another key fob. */
export const memberRequests = {
  sendRequest: endpoint({
    method: 'POST',
    path: '/members/requests',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Requests another club, or reports a lost key fob; one open request of each kind.',
    body: memberRequestForm.safeExtend({ memberId }),
    response: done,
  }),
  ownRequests: endpoint({
    method: 'GET',
    path: '/members/requests/own',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'The latest requests of a membership with their outcome.',
    query: z.object({ memberId }),
    response: z.object({ requests: z.array(memberRequestRow), canReportKeyFob: z.boolean() }),
  }),
  clubsToRequest: endpoint({
    method: 'GET',
    path: '/members/requests/clubs',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'The clubs that a member may request, found by name, number, city or ZIP code.',
    query: z.object({ memberId, searchTerm: z.string().trim().max(100).optional() }),
    response: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/members/requests',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: 'own',
    summary:
      'Lists requests of members, open ones first; a partner manager sees the lost key fobs of the own partner.',
    query: z.object(pageQuery(requestColumns)),
    response: pageOf(memberRequestRow),
  }),
  ending: endpoint({
    method: 'GET',
    path: '/members/ending',
    roles: ['member', 'systemAdmin'],
    ownership: { member: 'memberId' },
    summary:
      'The effects of ending the membership today, in dollars and dates; null with a reason if it cannot end. Administrators give the day of a notice in writing.',
    query: z.object({ memberId, noticeOn }),
    response: z.object({
      ending: ending.nullable(),
      refusal: z.string().nullable(),
      /** The pause that begins or is under way, and the months for which the membership can be paused. */
      pause: z.object({
        current: z.object({ from: z.string(), to: z.string() }).nullable(),
        months: z.array(z.int()),
        refusal: z.string().nullable(),
        /** The program offers pauses, and the membership is enrolled: the refusal is of interest. */
        isOffered: z.boolean(),
        /** The effects of a pause by its number of months, or of the end of the current one. */
        effects: z.array(pauseEffect),
      }),
    }),
  }),
  end: endpoint({
    method: 'POST',
    path: '/members/ending',
    roles: ['member', 'systemAdmin'],
    ownership: { member: 'memberId' },
    summary:
      'Ends the membership: within the right of cancellation at once with a full refund, later by the rules of leaving. Administrators record a notice in writing.',
    body: z.object({
      memberId,
      noticeOn,
      kind: endingKind,
      lastDay: calendarDate('Last Day'),
      refundTotal: dollars('Refund', { most: 999_999_99 }),
    }),
    response: done.extend({ lastDay: z.string() }),
  }),
  pause: endpoint({
    method: 'POST',
    path: '/members/pause',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      'Pauses the membership for whole months from the next one on: no dues, visits, or reimbursements.',
    body: z.object({ memberId, months: z.int().min(1).max(12) }),
    response: done,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/members/pause/resume',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Ends the pause today; dues of a month with a day of access are owed.',
    body: z.object({ memberId }),
    response: done,
  }),
  endingReason: endpoint({
    method: 'PUT',
    path: '/members/ending/reason',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Records why the membership was ended, which the member may state afterwards.',
    body: z.object({ memberId, reason: endingReason() }),
    response: done,
  }),
  answerRequest: endpoint({
    method: 'PUT',
    path: '/members/requests/{memberId}/{kind}',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: 'loaded',
    summary:
      'Transfers the member to the requested club or replaces the lost key fob, or declines with a reason.',
    params: z.object({ memberId: recordId, kind: requestKind }),
    body: requestDecisionForm,
    response: done,
  }),
};
