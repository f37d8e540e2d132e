import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { endOtherSessions } from '../session-store.ts';

export const handler = handle(users.endOtherSessions, async ({ caller: { userId, session }, now }) => {
  await endOtherSessions(userId, session, now);
  return { success: true, message: 'You are logged out on all other devices.' };
});
