import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { emailCredentialChange } from '../credential-email.ts';
import { userChange } from '../store.ts';

export const handler = handle(users.removePasskey, async ({ params, caller: { user }, now }) => {
  const removed = user?.passkeys?.find(({ id }) => id === params.passkeyId);
  if (!user || !removed) throw new Refusal('not-found', 'Passkey not found.');
  const left = user.passkeys?.filter((passkey) => passkey !== removed);
  const event = { name: 'passkey removed', subject: `user ${user.id}`, who: user.id } as const;
  await transact(
    ...userChange(user, { ...user, passkeys: left?.length ? left : undefined }),
    auditWrite({ ...event, before: { name: removed.name } }, now),
  );
  await emailCredentialChange(user, `The passkey "${removed.name}" was removed.`);
  return { success: true, message: 'The passkey was removed. Delete it on your device as well.' };
});
