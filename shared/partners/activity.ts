import * as z from 'zod';
import type { AuditEventName } from '../audit-event.ts';

/** One thing that happened to a partner, in plain words; no account number is ever in it. */
export const activityRow = z.object({
  id: z.string(),
  /** ISO instant. */
  when: z.string(),
  /** The name of who did it; "Wellport" for the portal's own work. */
  who: z.string(),
  text: z.string(),
  /** Why an administrator looked at full numbers; for administrators only. */
  reason: z.string().nullable(),
});
export type ActivityRow = z.output<typeof activityRow>;

/** What an event says of itself, as far as the words need it. */
export const activityDetails = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  lastFour: z.string().optional(),
  uploaded: z.number().optional(),
  partnerBillingTypeId: z.number().optional(),
  reason: z.string().optional(),
});
export type ActivityDetails = z.output<typeof activityDetails>;

const named = ({ firstName = '', lastName = '' }: ActivityDetails): string =>
  `${firstName} ${lastName}`.trim();
const ending = ({ lastFour }: ActivityDetails): string => (lastFour ? ` that ends in ${lastFour}` : '');

const words: Partial<Record<AuditEventName, (details: ActivityDetails) => string>> = {
  'partner created': () => 'Added the partner',
  'partner changed': () => 'Changed the partner’s information',
  'partner bank account changed': (of) => `Saved the bank account${ending(of)}`,
  'partner bank account replaced': (of) => `Entered a new bank account${ending(of)}, which waits`,
  'partner bank account released': (of) => `Released the new bank account${ending(of)}`,
  'partner bank account withdrawn': (of) => `Dropped the new bank account${ending(of)}`,
  'partner billing changed': (of) =>
    of.partnerBillingTypeId === 1
      ? 'Changed billing to ACH payment to HC'
      : 'Changed billing to Direct from Bank Account',
  'bank account shown in full': (of) => `Looked at the full numbers of the bank account${ending(of)}`,
  'manager created': (of) => `Added the manager ${named(of)}`,
  'manager invited': (of) => `Invited the manager ${named(of)}`,
  'manager changed': () => 'Changed a manager',
  'manager email asked to change': (of) => `Asked for another email of the manager ${named(of)}`,
  'manager deleted': (of) => `Deleted the manager ${named(of)}`,
  'group membership created': () => 'Created the group membership',
  'group membership changed': () => 'Changed the group membership',
  'key fobs added': () => 'Added key fobs',
  'employees uploaded': ({ uploaded = 0 }) =>
    `Added ${uploaded} ${uploaded === 1 ? 'employee' : 'employees'}`,
};

/** An event as people read it; one without words of its own is named as the portal names it. */
export const activityText = (name: AuditEventName, details: ActivityDetails): string =>
  words[name]?.(details) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
