import { keyFobStatusInUse, type KeyFob } from '../../shared/employees/key-fob.ts';
import type { Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { memberStatusChange } from '../members/status-change.ts';
import { loadMember } from '../members/store.ts';
import type { Caller } from '../users/caller.ts';
import { transact } from '../table/transact.ts';
import type { Change } from '../table/write.ts';
import { keyFobChange, loadKeyFob } from './store.ts';

/** Returns a key fob that the caller can access and its member. Throws for other partners' and unused key fobs. */
export async function loadUserOf(
  keyFobNumber: string,
  caller: Caller,
): Promise<{ keyFob: KeyFob; member: Member }> {
  const keyFob = await loadKeyFob(keyFobNumber);
  caller.requireAccess({ partnerId: keyFob.partnerId });
  if (keyFob.memberId === null) throw new Refusal('invalid', 'This key fob is not in use.', 'keyFobNumber');
  return { keyFob, member: await loadMember(keyFob.memberId) };
}

/** Returns the membership of a request by key fob or member; `fob` is undefined if there is none. */
export async function loadMembership(
  { keyFobNumber, memberId = '' }: { keyFobNumber?: string; memberId?: string },
  caller: Caller,
): Promise<{ keyFob: KeyFob | undefined; member: Member }> {
  if (keyFobNumber !== undefined) return loadUserOf(keyFobNumber, caller);
  const member = await loadMember(memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  return { keyFob: member.keyFobNumber === null ? undefined : await loadKeyFob(member.keyFobNumber), member };
}

/** Returns the display name of a membership: its key fob, or its member. */
export const membershipName = (keyFob: KeyFob | undefined, member: Member): string =>
  keyFob ? `key fob ${keyFob.number}` : `${member.firstName} ${member.lastName}`;

/** Saves a member's new status together with the status of the key fob, if any. */
export async function saveStatus(
  keyFob: KeyFob | undefined,
  before: Member,
  after: Member,
  who: string,
  now: Date,
  changes: readonly Change[] = [],
): Promise<void> {
  await transact(
    ...memberStatusChange(before, after, {}, { who, now }),
    ...changes,
    ...(keyFob ? keyFobChange(keyFob, { ...keyFob, keyFobStatusId: keyFobStatusInUse(after) }) : []),
  );
}
