import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { refreshSession } from '../refresh-session.ts';

export const handler = handle(users.refreshSession, async ({ body, now }) => ({
  success: true,
  tokens: await refreshSession(body.refreshToken, now),
}));
