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

/**
 * Returns true if another administrator must approve an invitation: an inviter alone cannot add a second person who
 * confirms payments.
 *
 * @param active administrators who can log in, with the inviter
 */
export const needsApproval = (active: number): boolean => active >= 2;

/** Throws ('invalid') if administrators approve their own invitation. */
export function checkApproval(approverId: string, invitedBy: string): void {
  if (approverId === invitedBy)
    throw new Refusal('invalid', 'Another administrator must approve your invitation. Nothing was sent.');
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

/** Throws ('invalid') if a new administrator confirms a payment or approves an invitation. */
export function requireEstablished(
  since: string | undefined,
  waitHours: number,
  now: Date,
  action = 'confirm payments',
): void {
  if (!isEstablished(since, waitHours, now))
    throw new Refusal(
      'invalid',
      `New administrators can ${action} ${waitHours} hours after they accept the invitation. Nothing was sent.`,
    );
}
