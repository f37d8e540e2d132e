import { Refusal } from '../../shared/refusal.ts';
import type { Change } from '../table/write.ts';
import { conditionCheck } from '../table/condition-check.ts';
import { keys } from '../table/keys.ts';

/** Throws ('conflict') if members are added concurrently or the number of memberships changed. */
export function membershipGuards(partnerId: string, memberships: number): Change[] {
  const moved = new Refusal('conflict', 'The number of memberships changed. Try again.');
  return [
    { count: keys.membershipCount(partnerId), by: 0, atMost: { count: memberships, full: moved } },
    conditionCheck(
      keys.groupMembership(partnerId),
      'numberOfMemberships >= :most',
      { ':most': memberships },
      moved,
    ),
  ];
}
