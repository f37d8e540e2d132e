import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { recordUse } from '../session-store.ts';

export const handler = handle(users.recordUse, async ({ caller: { userId, session } }) => {
  await recordUse(userId, session);
  return { success: true };
});
