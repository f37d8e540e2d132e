import { isDeepStrictEqual } from 'node:util';
import type { Member } from '../../shared/members/member.ts';
import { canMember } from './model.ts';

const isOver = ({ invitationStatus }: Member): boolean => invitationStatus === 6 || invitationStatus === 8;

const withoutVersion = (member: Member): object => ({ ...member, version: 0 });

/** Checks single writes of members; the undo of a roster file restores a membership exactly. */
export class MemberMoves {
  /** The last record of each member before the membership ended. */
  private readonly beforeEnd = new Map<string, Member>();

  /** Returns what is wrong with a write; undefined for a valid one. */
  problemOf(before: Member | undefined, after: Member | undefined): string | undefined {
    if (!before) return undefined;
    const { id, invitationStatus: status } = before;
    if (!after) return status === 1 ? undefined : `member ${id} is deleted in status ${status}`;
    const isRestored = isOver(before) && !isOver(after);
    if (!isOver(before) && isOver(after)) this.beforeEnd.set(id, before);
    if (canMember(status, after.invitationStatus)) return undefined;
    const earlier = this.beforeEnd.get(id);
    if (isRestored && earlier && isDeepStrictEqual(withoutVersion(earlier), withoutVersion(after)))
      return undefined;
    return `member ${id} changed from status ${status} to ${after.invitationStatus}`;
  }
}
