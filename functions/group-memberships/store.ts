import { groupMembership, type GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get, getMany } from '../table/table.ts';

export const groupMembershipEntity = entity({
  name: 'group membership',
  schema: groupMembership,
  key: ({ partnerId }) => keys.groupMembership(partnerId),
});

export const loadGroupMembership = (partnerId: string): Promise<GroupMembership | undefined> =>
  get(groupMembershipEntity, keys.groupMembership(partnerId));

export const loadGroupMemberships = (partnerIds: readonly string[]): Promise<GroupMembership[]> =>
  getMany(groupMembershipEntity, partnerIds.map(keys.groupMembership));
