import * as z from 'zod';

/** An audit event that a user caused: its name, record, and ISO instant. */
export const userEvent = z.object({ name: z.string(), subject: z.string(), when: z.string() });
export type UserEvent = z.output<typeof userEvent>;
