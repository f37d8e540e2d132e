import { requireEstablished } from '../../shared/administrators/administrator.ts';
import { enterPin } from '../users/pin.ts';
import { loadUser } from '../users/store.ts';

const waitHours = (): number => Number(process.env.NEW_ADMINISTRATOR_WAIT_HOURS ?? 24);

/** Confirms a payment by PIN. Throws for a new administrator, before the PIN is compared, and for a wrong PIN. */
export async function confirmByPin(userId: string, pin: string, now: Date): Promise<void> {
  requireEstablished((await loadUser(userId))?.administratorSince, waitHours(), now);
  await enterPin(userId, pin, now);
}
