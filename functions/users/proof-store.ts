import { Refusal } from '../../shared/refusal.ts';
import { proofSeconds, withProof } from '../../shared/users/step-up.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf, newToken } from '../platform/digest.ts';
import { retryOnConflict } from '../table/retry.ts';
import { transact } from '../table/transact.ts';
import type { Change } from '../table/write.ts';
import { loadUser, userChange } from './store.ts';
import type { User } from './user.ts';

interface ProvenAction {
  userId: string;
  /** As `provenAction` returns it. */
  action: string;
  /** The session of the request (`Caller.session`). */
  session: string;
}

/**
 * Stores a proof of identity for one action in one session and returns its secret.
 *
 * @param also writes of the same transaction
 * @param changed further changes of the record
 */
export async function issueProof(
  { userId, action, session }: ProvenAction,
  also: readonly Change[] = [],
  changed: Partial<User> = {},
): Promise<string> {
  const proof = newToken();
  // the use of the session can be recorded at the same time
  await retryOnConflict(async () => {
    const user = await loadUser(userId);
    if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
    const now = tokenTime();
    const added = { hash: digestOf(proof), action: digestOf(action), session, expiresAt: now + proofSeconds };
    await transact(
      ...also,
      ...userChange(user, { ...user, ...changed, proofs: withProof(user.proofs ?? [], added, now) }),
    );
  });
  return proof;
}
