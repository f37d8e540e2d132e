import { text } from './fields.ts';

/** The reason for an action, stored in its audit event: 10 to 300 characters. */
export const reasonText = () => text('Reason', { min: 10, max: 300 });
