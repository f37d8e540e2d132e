import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';

export const handler = handle(users.passkeys, async ({ caller: { user } }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  return user.passkeys ?? [];
});
