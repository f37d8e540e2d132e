import type { RosterIndex } from '../../../shared/employees/compare-file.ts';
import { plainNumber } from '../../../shared/employees/match-people.ts';
import { deleted, type RosterMember } from '../../../shared/members/member.ts';
import { loadRosterMembers } from '../../members/store.ts';
import { normalized } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { rowPositionsOfList } from '../../table/list-keys.ts';
import { rosterOf } from '../roster-store.ts';

const start = keys.member('').pk;

/** Maps a roster column to a partner's members; reads the index only. */
async function byColumn(partnerId: string, column: string): Promise<Map<string, string>> {
  const idsByKey = new Map<string, string>();
  for await (const { pk, value } of rowPositionsOfList(rosterOf(partnerId), column))
    if (pk.startsWith(start) && value !== '~') idsByKey.set(value, pk.slice(start.length));
  return idsByKey;
}

/** Normalizes an email or key fob number as in the index. */
export const plainInIndex = normalized;

/** Returns all members of a partner for the comparison with a full roster. */
export const rosterMembersOf = async (partnerId: string): Promise<RosterMember[]> => {
  const ids = [...(await byColumn(partnerId, 'memberEmail')).values()];
  return (await loadRosterMembers(ids)).filter(({ invitationStatus }) => invitationStatus !== deleted);
};

/** Returns the index of a partner's roster; key fobs and employee numbers are loaded only if the file has any. */
export async function rosterIndexOf(
  partnerId: string,
  { withKeyFobs, withEmployeeNumbers }: { withKeyFobs: boolean; withEmployeeNumbers: boolean },
): Promise<RosterIndex> {
  const numbered = withEmployeeNumbers ? await rosterMembersOf(partnerId) : [];
  const byEmployeeNumber = Map.groupBy(numbered, ({ employeeNumber }) => plainNumber(employeeNumber));
  byEmployeeNumber.delete('');
  return {
    byEmail: await byColumn(partnerId, 'memberEmail'),
    byKeyFob: withKeyFobs ? await byColumn(partnerId, 'keyFobNumber') : new Map(),
    byEmployeeNumber: new Map(
      [...byEmployeeNumber].map(([number, members]) => [number, members.map(({ id }) => id)]),
    ),
  };
}
