import { enterPin } from '../users/pin.ts';
import { requireEstablishedAdministrator } from './established.ts';

/** Confirms a payment by PIN. Throws for a new administrator, before the PIN is compared, and for a wrong PIN. */
export async function confirmByPin(userId: string, pin: string, now: Date): Promise<void> {
  await requireEstablishedAdministrator(userId, now);
  await enterPin(userId, pin, now);
}
