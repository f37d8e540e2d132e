import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, recordId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { pageOf } from '../../page.ts';
import { onWire } from '../../wire-names.ts';
import { bulkResult, mostChosen } from '../bulk/bulk-action.ts';
import { rosterChange, rosterChangeKinds, rosterChangeRow, rosterGroups } from './roster-change.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;
const params = z.object({ changeId: recordId });
const version = z.int().min(1);

/** Files that say who leaves, or everybody who belongs to the roster. */
export const rosterChanges = {
  rosterChanges: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "A partner's leavers files and full rosters, the latest first.",
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      cursor: z.string().max(2000).optional(),
    }),
    response: pageOf(rosterChange),
  }),
  beginRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Reads a leavers file or a full roster and works out what it would do; nothing is changed.',
    body: z.object({ partnerId: onWire('partnerID', partnerId), kind: z.enum(rosterChangeKinds) }),
    files: ['file'],
    response: jobBegun.extend({ changeId: z.string() }),
  }),
  rosterChange: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'One leavers file or full roster: its counts, what it means in dollars, and how far it is.',
    params,
    response: rosterChange,
  }),
  rosterChangeRows: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}/rows',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'What would become of each row, a page at a time.',
    params,
    query: z.object({ group: z.enum(rosterGroups), cursor: z.string().max(40).optional() }),
    response: pageOf(rosterChangeRow),
  }),
  confirmRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/confirm',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Applies the ticked rows by a job; where many leave, an administrator has to agree first.',
    params,
    body: z.object({ version, unticked: z.array(z.string().max(70)).max(mostChosen).optional() }),
    response: jobBegun.extend({ jobId: z.string().nullable() }),
  }),
  rosterChangeResults: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}/results',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'What became of each row that was applied or taken back, a page at a time.',
    params,
    query: z.object({ of: z.enum(['applied', 'takenBack']), cursor: recordId.optional() }),
    response: pageOf(bulkResult),
  }),
  takeBackRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/takeback',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Takes an applied change back within its time; what moved since is left with the reason.',
    params,
    body: z.object({ version }),
    response: jobBegun,
  }),
};
