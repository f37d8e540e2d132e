import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { endSession } from '../session-store.ts';

export const handler = handle(users.endSession, async ({ params, caller, now }) => {
  await endSession(caller.userId, params.sessionId, now);
  return { success: true, message: 'The session was ended.' };
});
