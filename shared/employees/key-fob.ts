import * as z from 'zod';

/** Key fob states (spec 2 §4). */
export const keyFobStatuses = [
  { id: 0, code: 'availableForActivation', name: 'Available for activation', colour: 'yellow' },
  { id: 1, code: 'activated', name: 'Activated', colour: 'green' },
  { id: 2, code: 'onHold', name: 'On hold', colour: 'orange' },
  { id: 3, code: 'banned', name: 'Banned', colour: 'beet' },
] as const;

/** A key fob of a partner; its number (`facilityMemberID` on the wire) is unique in the whole portal. */
export const keyFob = z.object({
  number: z.string(),
  partnerId: z.string(),
  keyFobStatusID: z.literal([0, 1, 2, 3]),
  /** The member who uses it; null while it is free. A fob in use stands in the roster with its member's row. */
  memberId: z.string().nullable(),
  addedAt: z.string(),
  version: z.int(),
});
export type KeyFob = z.output<typeof keyFob>;
