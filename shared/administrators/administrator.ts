import { Refusal } from '../refusal.ts';

/** Maximum number of administrators; the list is one page. */
export const administratorsAllowed = 100;

/**
 * Throws ('invalid') if administrators remove themselves. At least one always remains, even if two remove each other
 * concurrently, because the transaction requires that the remover still exists.
 */
export function checkRemoval(removerId: string, administratorId: string): void {
  if (removerId === administratorId)
    throw new Refusal('invalid', 'You cannot remove yourself. Another administrator must do it.');
}

/** Maximum number of full account numbers that an administrator can read per day (Chicago). */
export const fullNumbersPerDay = 10;

/**
 * Returns true if the waiting time of a new administrator is over.
 *
 * @param since ISO instant of accepting the invitation; undefined for the first administrator of a deployment
 */
const isEstablished = (since: string | undefined, waitHours: number, now: Date): boolean =>
  since === undefined || now.getTime() >= Date.parse(since) + waitHours * 3_600_000;

/** Throws ('invalid') if a new administrator confirms a payment. */
export function requireEstablished(since: string | undefined, waitHours: number, now: Date): void {
  if (!isEstablished(since, waitHours, now))
    throw new Refusal(
      'invalid',
      `New administrators can confirm payments ${waitHours} hours after they accept the invitation. Nothing was sent.`,
    );
}
