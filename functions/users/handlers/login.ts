import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { logIn } from '../log-in.ts';
import { requireLoginChallenge } from '../login-crowd-store.ts';

export const handler = handle(users.login, (context) =>
  logIn(context, async (visitor) => {
    if (visitor.trustedBy === null) await requireLoginChallenge(visitor);
  }),
);
