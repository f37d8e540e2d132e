import { groupMembership, type GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { tooFewMemberships } from '../../shared/group-memberships/group-membership-rules.ts';
import { groupMembershipsProgram } from '../../shared/programs.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { partnerChange } from '../partners/store.ts';
import { auditWrite } from '../table/audit.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { conditionCheck } from '../table/condition-check.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get, getMany, mustGet } from '../table/table.ts';
import { transact } from '../table/transact.ts';

export const groupMembershipEntity = entity({
  name: 'group membership',
  schema: groupMembership,
  key: ({ partnerId }) => keys.groupMembership(partnerId),
});

export const loadGroupMembership = (partnerId: string): Promise<GroupMembership | undefined> =>
  get(groupMembershipEntity, keys.groupMembership(partnerId));

export const loadGroupMemberships = (partnerIds: readonly string[]): Promise<GroupMembership[]> =>
  getMany(groupMembershipEntity, partnerIds.map(keys.groupMembership));

export const mustLoadGroupMembership = (partnerId: string): Promise<GroupMembership> =>
  mustGet(
    groupMembershipEntity,
    keys.groupMembership(partnerId),
    'This partner has no group membership yet.',
  );

/** Returns the writes that add or change a program; conflicts have a user-facing message. */
export const groupMembershipChange = (before: GroupMembership | null, after: GroupMembership): Change[] =>
  change(groupMembershipEntity, before, after, {
    lost: new Refusal(
      'conflict',
      before
        ? 'Someone else changed this group membership. Reload and try again.'
        : 'This partner already has a group membership. Reload the page to see it.',
    ),
  });

/** Returns a condition that the program still has the version that was read. */
export const requireUnchanged = (read: GroupMembership, refusal: Refusal): Change =>
  conditionCheck(
    keys.groupMembership(read.partnerId),
    'version = :version',
    { ':version': read.version },
    refusal,
  );

/** Adds a program and selects the partner's program type in the same transaction. */
export async function addGroupMembership(
  partner: Partner,
  after: GroupMembership,
  who: string,
  now: Date,
): Promise<void> {
  const programTypes = [...new Set([...partner.programTypes, groupMembershipsProgram])];
  await transact(
    ...groupMembershipChange(null, after),
    ...(partner.programTypes.includes(groupMembershipsProgram)
      ? []
      : partnerChange(partner, { ...partner, programTypes })),
    auditWrite(
      { name: 'group membership created', subject: `partner ${partner.id}`, who, after: { ...after } },
      now,
    ),
  );
}

/** Returns the writes that change a program, unless members exceed its new number of memberships. */
export function groupMembershipChanged(
  before: GroupMembership,
  after: GroupMembership,
  who: string,
  now: Date,
): Change[] {
  return [
    ...groupMembershipChange(before, after),
    conditionCheck(
      keys.membershipCount(after.partnerId),
      'attribute_not_exists(n) or n <= :memberships',
      { ':memberships': after.numberOfMemberships },
      new Refusal('invalid', tooFewMemberships, 'numberOfMemberships'),
    ),
    auditWrite(
      {
        name: 'group membership changed',
        subject: `partner ${after.partnerId}`,
        who,
        before: { ...before },
        after: { ...after },
      },
      now,
    ),
  ];
}
