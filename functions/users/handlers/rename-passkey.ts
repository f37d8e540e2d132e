import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { userChange } from '../store.ts';

export const handler = handle(users.renamePasskey, async ({ params, body, caller: { user }, now }) => {
  const before = user?.passkeys?.find(({ id }) => id === params.passkeyId);
  if (!user || !before) throw new Refusal('not-found', 'Passkey not found.');
  const { name } = body;
  const passkeys = user.passkeys?.map((passkey) => (passkey === before ? { ...before, name } : passkey));
  const event = { name: 'passkey renamed', subject: `user ${user.id}`, who: user.id } as const;
  await transact(
    ...userChange(user, { ...user, passkeys }),
    auditWrite({ ...event, before: { name: before.name }, after: { name } }, now),
  );
  return { success: true, message: 'The name was saved.' };
});
