import { text } from '../fields.ts';

/** Why a person corrects, cancels or marks a payment: 10 to 300 symbols, kept in its history. */
export const decisionReason = () => text('Reason', { min: 10, max: 300 });
