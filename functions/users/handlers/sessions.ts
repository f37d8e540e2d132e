import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { listedSessions } from '../../../shared/users/sessions.ts';
import { tokenTime } from '../../platform/clock.ts';
import { handle } from '../../handle.ts';
import { idleMinutesFor } from '../../platform/idle-timeouts.ts';

export const handler = handle(users.sessions, async ({ caller: { user, session } }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  return listedSessions(user.sessions ?? [], session, idleMinutesFor(user.role), tokenTime());
});
