import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { endSession } from '../session-store.ts';

export const handler = handle(users.logout, async ({ caller: { userId, session }, now }) => {
  await endSession(userId, session, now, { endAll: true });
  return { success: true, message: 'You are logged out.' };
});
