import { members } from '../../../shared/contracts/members.ts';
import { handle } from '../../handle.ts';
import { pageOfMembers } from '../member-row-store.ts';

export const handler = handle(members.list, async ({ query: { facilityId, ...query } }) =>
  pageOfMembers(facilityId, query),
);
