import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { checkIdentity } from '../check-identity.ts';
import { issueProof } from '../proof-store.ts';

export const handler = handle(users.stepUp, async ({ body, caller: { user, session }, source, now }) => {
  if (!user || session === undefined) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const reset = await checkIdentity(user, body, { source, now });
  const { action } = body;
  const event = {
    name: 'identity confirmed',
    subject: `user ${user.id}`,
    who: user.id,
    after: { action },
  } as const;
  const proof = await issueProof({ userId: user.id, action, session }, [...reset, auditWrite(event, now)]);
  return { success: true, proof };
});
