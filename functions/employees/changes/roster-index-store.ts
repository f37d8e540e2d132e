import type { RosterIndex } from '../../../shared/employees/changes/judge-file.ts';
import { deleted } from '../../../shared/members/member.ts';
import type { RosterMember } from '../../../shared/members/roster-member.ts';
import { loadRosterMembers } from '../../members/store.ts';
import { normalized } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { rowPlacesOfList } from '../../table/list-keys.ts';
import { rosterOf } from '../roster-store.ts';

const start = keys.member('').pk;

/** The members of a partner by a column of the roster, from its index alone: no row is read. */
async function byColumn(partnerId: string, column: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { pk, value } of rowPlacesOfList(rosterOf(partnerId), column))
    if (pk.startsWith(start) && value !== '~') found.set(value, pk.slice(start.length));
  return found;
}

/** How the index writes an address or a key fob number. */
export const plainInIndex = normalized;

/** All members of a partner, to compare a full roster with. */
export const rosterMembersOf = async (partnerId: string): Promise<RosterMember[]> => {
  const ids = [...(await byColumn(partnerId, 'memberEmail')).values()];
  return (await loadRosterMembers(ids)).filter(({ invitationStatus }) => invitationStatus !== deleted);
};

/** Who is in a partner's roster; a key fob is looked up only where the file names some. */
export async function rosterIndexOf(partnerId: string, withKeyFobs: boolean): Promise<RosterIndex> {
  return {
    byEmail: await byColumn(partnerId, 'memberEmail'),
    byKeyFob: withKeyFobs ? await byColumn(partnerId, 'keyFobNumber') : new Map(),
  };
}
