import { members } from '../../../shared/contracts/members.ts';
import { handle } from '../../handle.ts';
import { filteredMembers } from '../filtered-member-store.ts';

export const handler = handle(
  members.list,
  async ({ query: { facilityId, partnerId, memberStatus, ...query } }) =>
    filteredMembers({ facilityId, partnerId, memberStatus }, query),
);
