import { enterPin } from '../users/pin.ts';
import { environmentBankSettings } from '../bank-files/bank-settings.ts';
import { requireConfirmingAdministrator, requireTwoAdministrators } from './second-person.ts';

/**
 * Confirms a payment by PIN. Throws, before the PIN is compared, for an administrator without a vote in the two-person
 * rule and while sending is frozen, and for a wrong PIN.
 */
export async function confirmByPin(userId: string, pin: string, now: Date): Promise<void> {
  await requireConfirmingAdministrator(userId, now);
  await requireTwoAdministrators(environmentBankSettings, now);
  await enterPin(userId, pin, now);
}
