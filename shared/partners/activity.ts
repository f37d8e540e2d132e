import * as z from 'zod';
import type { AuditEventName } from '../audit-event.ts';
import { invitationStatuses } from '../members/member.ts';

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
  invitationStatus: z.number().optional(),
  number: z.string().optional(),
  email: z.string().optional(),
  done: z.number().optional(),
  fileName: z.string().optional(),
  count: z.number().optional(),
  action: z.string().optional(),
});
export interface ActivityDetails extends z.output<typeof activityDetails> {
  /** The member it happened to. */
  of?: string;
  /** What status and key fob number were before. */
  fromStatus?: number | undefined;
  fromNumber?: string | undefined;
}

const statusName = (status: number | undefined): string =>
  invitationStatuses.find(({ id }) => id === status)?.name ?? 'another status';
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
  'upload columns chosen': () => 'Chose which columns of employees files are what',
  'roster change read': ({ fileName, count = 0 }) => `Read ${fileName ?? 'a file'} with ${count} rows`,
  'roster change confirmed': ({ fileName }) => `Confirmed the changes of ${fileName ?? 'a file'}`,
  'roster change agreed': ({ fileName }) => `Agreed to the changes of ${fileName ?? 'a file'}`,
  'roster change taken back': ({ fileName }) => `Took back the changes of ${fileName ?? 'a file'}`,
  'member changed': ({ of }) => `Changed the details of ${of}`,
  'member invited': ({ of }) => `Invited ${of}`,
  'member told of changed terms': ({ of }) => `Told ${of} of changed terms`,
  'member told of withdrawal': ({ of }) => `Told ${of} of the next withdrawal`,
  'member stopped withdrawal': ({ of }) => `Stopped a withdrawal of ${of}`,
  'member accepted invitation': ({ of }) => `Accepted the invitation of ${of}`,
  'member enrolled': ({ of }) => `Enrolled ${of}`,
  'member signed agreement': ({ of }) => `Signed the agreement of ${of}`,
  'member email changed': ({ of, email }) => `Changed the email of ${of}${email ? ` to ${email}` : ''}`,
  // members' accounts are theirs: a partner reads no digit of them
  'member bank account changed': ({ of }) => `Changed the bank account of ${of}`,
  'member status changed': ({ of, fromStatus, invitationStatus }) =>
    `Moved ${of} from ${statusName(fromStatus)} to ${statusName(invitationStatus)}`,
  'member transferred': ({ of }) => `Transferred ${of} to another club`,
  'key fob changed': ({ fromNumber, number }) => `Changed key fob ${fromNumber ?? ''} to ${number ?? ''}`,
  'key fob deleted': ({ number }) => `Deleted key fob ${number ?? ''}`,
  'key fob reassigned': ({ of, fromNumber, number }) =>
    `Gave ${of} key fob ${number ?? ''} in place of ${fromNumber ?? ''}`,
};

/** An event as people read it; one without words of its own is named as the portal names it. */
export const activityText = (name: AuditEventName, details: ActivityDetails): string =>
  words[name]?.(details) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
