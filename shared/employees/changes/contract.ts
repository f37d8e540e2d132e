import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, recordId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { pageOf } from '../../page.ts';
import { onWire } from '../../wire-names.ts';
import { bulkResult, maxSelected } from '../bulk/bulk-action.ts';
import { rosterChange, rosterChangeKinds, rosterChangeRow, rosterGroups } from './roster-change.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;
const params = z.object({ changeId: recordId });
const version = z.int().min(1);

/** Leavers files and full rosters. */
export const rosterChanges = {
  rosterChanges: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Lists a partner's leavers files and full rosters, newest first.",
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
    summary: 'Reads a leavers file or full roster and previews its changes; changes nothing.',
    body: z.object({ partnerId: onWire('partnerID', partnerId), kind: z.enum(rosterChangeKinds) }),
    files: ['file'],
    response: jobBegun.extend({ changeId: z.string() }),
  }),
  rosterChange: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Returns one leavers file or full roster with its counts, amounts, and progress.',
    params,
    response: rosterChange,
  }),
  rosterChangeRows: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}/rows',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Previews the changes of each row, one page at a time.',
    params,
    query: z.object({ group: z.enum(rosterGroups), cursor: z.string().max(40).optional() }),
    response: pageOf(rosterChangeRow),
  }),
  confirmRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/confirm',
    roles: partnerArea,
    ownership: 'loaded',
    summary:
      'Starts a job that applies the selected rows; if many members leave, an administrator must approve first.',
    params,
    body: z.object({ version, unticked: z.array(z.string().max(70)).max(maxSelected).optional() }),
    response: jobBegun.extend({ jobId: z.string().nullable() }),
  }),
  rosterChangeResults: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}/results',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Lists the results of applied or undone rows, one page at a time.',
    params,
    query: z.object({ of: z.enum(['applied', 'takenBack']), cursor: recordId.optional() }),
    response: pageOf(bulkResult),
  }),
  undoRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/undo',
    roles: partnerArea,
    ownership: 'loaded',
    summary:
      'Undoes an applied change within its time limit; members that changed since are skipped with the reason.',
    params,
    body: z.object({ version }),
    response: jobBegun,
  }),
};
