import { requireEstablished } from '../../shared/administrators/administrator.ts';
import { loadUser } from '../users/store.ts';

const waitHours = (): number => Number(process.env.NEW_ADMINISTRATOR_WAIT_HOURS ?? 24);

/** Throws ('invalid') if the waiting time of a new administrator is not over. */
export async function requireEstablishedAdministrator(
  userId: string,
  now: Date,
  action?: string,
): Promise<void> {
  requireEstablished((await loadUser(userId))?.administratorSince, waitHours(), now, action);
}
