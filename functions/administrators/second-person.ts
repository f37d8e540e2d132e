import { canConfirm, requireConfirming } from '../../shared/administrators/administrator.ts';
import type { BankSettings } from '../../shared/bank-files/bank-settings.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadUser } from '../users/store.ts';
import { listAdministratorUsers } from './store.ts';
import { enterPin } from '../users/pin.ts';
import { environmentBankSettings } from '../table/bank-settings.ts';

export const confirmingAt = (now: Date): { waitHours: number; now: Date } => ({
  waitHours: Number(process.env.NEW_ADMINISTRATOR_WAIT_HOURS ?? 24),
  now,
});

/** Throws ('invalid') if the administrator does not count for the two-person rule. */
export async function requireConfirmingAdministrator(
  userId: string,
  now: Date,
  action?: string,
): Promise<void> {
  requireConfirming(await loadUser(userId), confirmingAt(now), action);
}

/** Returns true if the caller is a second person for a request: another administrator, whose request is still valid. */
export const isSecondPerson = async (requestedBy: string, userId: string, now: Date): Promise<boolean> =>
  requestedBy !== userId && canConfirm(await loadUser(requestedBy), confirmingAt(now));

/** Throws ('conflict') with fewer than two administrators who can confirm, unless the bank settings allow one. */
async function requireTwoAdministrators(settings: BankSettings | undefined, now: Date): Promise<void> {
  if (settings?.twoPersons.allowsOne) return;
  const confirming = (await listAdministratorUsers()).filter((user) => canConfirm(user, confirmingAt(now)));
  if (confirming.length < 2)
    throw new Refusal(
      'conflict',
      'Sending is stopped: it requires two administrators who can confirm payments. Invite another administrator, or object to a requested removal, under Administrators. Nothing was sent.',
    );
}

/**
 * Confirms a payment by PIN. Throws, before the PIN is compared, for an administrator without a vote in the two-person
 * rule and while sending is frozen, and for a wrong PIN.
 */
export async function confirmByPin(userId: string, pin: string, now: Date): Promise<void> {
  await requireConfirmingAdministrator(userId, now);
  await requireTwoAdministrators(environmentBankSettings, now);
  await enterPin(userId, pin, now);
}
