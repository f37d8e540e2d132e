import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { newProof } from '../identity-proof.ts';
import { auditWrite } from '../../table/audit.ts';
import { retryOnConflict } from '../../table/retry.ts';
import { transact } from '../../table/transact.ts';
import { checkIdentity } from '../check-identity.ts';
import { loadUser, userChange } from '../store.ts';

export const handler = handle(users.stepUp, async ({ body, caller: { user }, source, now }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const reset = await checkIdentity(user, body, { source, now });
  const { proof, stored } = newProof();
  // the use of the session can be recorded at the same time
  await retryOnConflict(async () => {
    const current = (await loadUser(user.id)) ?? user;
    await transact(
      ...reset,
      ...userChange(current, { ...current, proof: stored }),
      auditWrite({ name: 'identity confirmed', subject: `user ${user.id}`, who: user.id }, now),
    );
  });
  return { success: true, proof };
});
