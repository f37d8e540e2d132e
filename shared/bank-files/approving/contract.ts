import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { approvalRow } from './approval.ts';

/** Runs that one administrator confirmed and another must. */
export const listApprovals = endpoint({
  method: 'GET',
  path: '/bankfiles/approvals',
  roles: ['systemAdmin'],
  summary: 'The bank files of today that wait for a second administrator.',
  response: z.object({ items: z.array(approvalRow) }),
});
