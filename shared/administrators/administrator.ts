import { Refusal } from '../refusal.ts';

/** How many administrators a deployment may have: one page of the table. */
export const administratorsAllowed = 100;

/**
 * Refuses ('invalid') to remove oneself. Since whoever removes another one stays, at least one administrator remains,
 * also when two remove each other at once: the transaction asks that the remover still is one.
 */
export function checkRemoval(removerId: string, administratorId: string): void {
  if (removerId === administratorId)
    throw new Refusal('invalid', 'You cannot remove yourself. Ask another administrator to do it.');
}
