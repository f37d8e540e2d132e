import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, recordId, recordVersion } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { done, pageOf } from '../../page.ts';
import { onWire } from '../../wire-names.ts';
import { columnCheck } from '../files/upload-check.ts';
import { bulkResult, maxSelected } from '../bulk/bulk-action.ts';
import { mostImportParts } from '../upload-limits.ts';
import { rosterChange, rosterChangeKinds, rosterChangeRow, rosterGroups } from './roster-change.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;
const params = z.object({ changeId: recordId });
const version = recordVersion.min(1);

/** Files of new employees, leavers files, and full rosters. */
export const rosterChanges = {
  rosterChanges: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Lists a partner's imported employees, leavers files, and full rosters, newest first.",
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
    summary: 'Reads a file of new employees, leavers, or a full roster and previews its changes.',
    body: z.object({ partnerId: onWire('partnerID', partnerId), kind: z.enum(rosterChangeKinds) }),
    files: ['file'],
    response: jobBegun.extend({ changeId: z.string() }),
  }),
  uploadRosterPart: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/parts',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Stores a part of a large file; a repeated part replaces the stored one.',
    body: z.object({
      partnerId: onWire('partnerID', partnerId),
      uploadId: recordId,
      /** Zero-based. */
      part: z.string().regex(/^\d{1,2}$/),
    }),
    files: ['file'],
    response: done,
  }),
  importRoster: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/import',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Joins the uploaded parts of a file of at most 20 MB and previews its changes.',
    body: z.object({
      partnerId: onWire('partnerID', partnerId),
      kind: z.enum(rosterChangeKinds),
      uploadId: recordId,
      parts: z.int().min(1).max(mostImportParts),
      fileName: z.string().trim().max(200),
      /** SHA-256 of the file's bytes, hexadecimal; parts that do not form this file are refused. */
      fileHash: z.string().regex(/^[0-9a-f]{64}$/, 'File hash is not valid.'),
    }),
    response: jobBegun.extend({ changeId: z.string() }),
  }),
  rosterChange: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Returns one imported file with its counts, amounts, and progress.',
    params,
    response: rosterChange,
  }),
  rosterFileColumns: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}/columns',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Returns the columns of an imported file with their first values, for the selection of columns.',
    params,
    response: columnCheck,
  }),
  readRosterFile: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/read',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Reads an imported file again with the saved columns and previews its changes.',
    params,
    body: z.object({ version }),
    response: jobBegun,
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
    stepUp: true,
    summary:
      'Undoes an applied change within its time limit; members that changed since are skipped with the reason.',
    params,
    body: z.object({ version }),
    response: jobBegun,
  }),
};
