import * as z from 'zod';
import { email, text } from '../fields.ts';
import { Refusal } from '../refusal.ts';

/** A new administrator, who chooses the password by the link of an emailed invitation. */
export const administratorForm = z.object({
  firstName: text('First Name', { max: 50 }),
  lastName: text('Last Name', { max: 50 }),
  email: email('Email', { max: 50 }),
});
export type AdministratorForm = z.output<typeof administratorForm>;

/** How far an administrator's sign-in is: ready, not accepted yet, or a removal that did not finish. */
export const administratorStates = ['active', 'invited', 'leaving'] as const;

export const administrator = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: z.enum(administratorStates),
});
export type Administrator = z.output<typeof administrator>;

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
