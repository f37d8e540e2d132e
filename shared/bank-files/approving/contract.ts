import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { approvalRow } from '../approval.ts';

export const listApprovals = endpoint({
  method: 'GET',
  path: '/bankfiles/approvals',
  roles: ['systemAdmin'],
  summary: "Lists today's bank files that wait for a second administrator.",
  response: z.object({ items: z.array(approvalRow) }),
});
