import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { listedSessions } from '../../../shared/users/sessions.ts';
import { tokenTime } from '../../platform/clock.ts';
import { handle } from '../../handle.ts';
import { idleMinutesFor } from '../../platform/idle-timeouts.ts';
import { findUserByEmail } from '../store.ts';

export const handler = handle(users.findUser, async ({ body, caller }) => {
  const user = await findUserByEmail(body.email);
  if (!user) throw new Refusal('not-found', 'No one logs in with this email.');
  const { id, email, role, firstName, lastName, sessions = [] } = user;
  return {
    id,
    email,
    role,
    fullName: `${firstName} ${lastName}`,
    sessions: listedSessions(sessions, caller.session, idleMinutesFor(role), tokenTime()),
  };
});
