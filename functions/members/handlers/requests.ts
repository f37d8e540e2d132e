import { members } from '../../../shared/contracts/members.ts';
import { handle } from '../../handle.ts';
import { pageOfRequests } from '../request-store.ts';

export const handler = handle(members.requests, async ({ query, caller }) =>
  pageOfRequests(caller.role === 'systemAdmin' ? null : (caller.user?.partnerId ?? ''), query),
);
