import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { eventsOfUser } from '../user-events-store.ts';

export const handler = handle(users.userActivity, async ({ params: { userId }, query }) =>
  // past every stored event
  eventsOfUser(userId, query.before ?? '9999'),
);
