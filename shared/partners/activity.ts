import * as z from 'zod';
import type { AuditEventName } from '../audit-event.ts';
import { invitationStatuses } from '../members/member.ts';
import { achPaymentToHc } from './partner.ts';

/** Event of a partner's history in plain language; never contains an account number. */
export const activityRow = z.object({
  id: z.string(),
  /** ISO instant. */
  when: z.string(),
  /** Name of the user; "Wellport" for automatic changes. */
  who: z.string(),
  text: z.string(),
  /** Reason for viewing full numbers; administrators only. */
  reason: z.string().nullable(),
});
export type ActivityRow = z.output<typeof activityRow>;

/** Details of an event that the text uses. */
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
  name: z.string().optional(),
});
export interface ActivityDetails extends z.output<typeof activityDetails> {
  /** Name of the affected member. */
  of?: string;
  /** Previous status and key fob number. */
  fromStatus?: number | undefined;
  fromNumber?: string | undefined;
}

const statusName = (status: number | undefined): string =>
  invitationStatuses.find(({ id }) => id === status)?.name ?? 'another status';
const named = ({ firstName = '', lastName = '' }: ActivityDetails): string =>
  `${firstName} ${lastName}`.trim();
const ending = ({ lastFour }: ActivityDetails): string => (lastFour ? ` ending in ${lastFour}` : '');

const words: Partial<Record<AuditEventName, (details: ActivityDetails) => string>> = {
  'partner created': () => 'Added the partner',
  'partner changed': () => 'Changed the partner’s information',
  'partner bank account changed': (of) => `Saved the bank account${ending(of)}`,
  'partner bank account replaced': (of) => `Entered a new bank account${ending(of)}, pending release`,
  'partner bank account released': (of) => `Released the new bank account${ending(of)}`,
  'partner bank account withdrawn': (of) => `Discarded the new bank account${ending(of)}`,
  'partner billing changed': (of) =>
    of.partnerBillingTypeId === achPaymentToHc
      ? 'Changed billing to ACH payment to HC'
      : 'Changed billing to Direct from Bank Account',
  'bank account shown in full': (of) => `Viewed the full numbers of the bank account${ending(of)}`,
  'access reviewed': () => 'Reviewed the access of managers and API clients',
  'manager created': (of) => `Added the manager ${named(of)}`,
  'manager invited': (of) => `Invited the manager ${named(of)}`,
  'manager changed': () => 'Changed a manager',
  'manager email asked to change': (of) => `Requested a new email for the manager ${named(of)}`,
  'manager email reverted': () => 'Restored the earlier email of a manager',
  'manager deleted': (of) => `Deleted the manager ${named(of)}`,
  'group membership created': () => 'Created the group membership',
  'group membership changed': () => 'Changed the group membership',
  'key fobs added': () => 'Added key fobs',
  'employees uploaded': ({ uploaded = 0 }) =>
    `Added ${uploaded} ${uploaded === 1 ? 'employee' : 'employees'}`,
  'upload columns chosen': () => 'Selected the columns of employees files',
  'roster change read': ({ fileName, count = 0 }) => `Read ${fileName ?? 'a file'} with ${count} rows`,
  'roster change confirmed': ({ fileName }) => `Confirmed the changes of ${fileName ?? 'a file'}`,
  'roster change agreed': ({ fileName }) => `Approved the changes of ${fileName ?? 'a file'}`,
  'roster change taken back': ({ fileName }) => `Undid the changes of ${fileName ?? 'a file'}`,
  'member changed': ({ of }) => `Changed the details of ${of}`,
  'member invited': ({ of }) => `Invited ${of}`,
  'member told of changed terms': ({ of }) => `Notified ${of} of changed terms`,
  'member told of withdrawal': ({ of }) => `Notified ${of} of the next withdrawal`,
  'member stopped withdrawal': ({ of }) => `Stopped a withdrawal of ${of}`,
  'member accepted invitation': ({ of }) => `Accepted the invitation of ${of}`,
  'member enrolled': ({ of }) => `Enrolled ${of}`,
  'member signed agreement': ({ of }) => `Signed the agreement of ${of}`,
  'member email changed': ({ of, email }) => `Changed the email of ${of}${email ? ` to ${email}` : ''}`,
  // members' account digits are not shown to partners
  'member bank account changed': ({ of }) => `Changed the bank account of ${of}`,
  'member status changed': ({ of, fromStatus, invitationStatus }) =>
    `Moved ${of} from ${statusName(fromStatus)} to ${statusName(invitationStatus)}`,
  'member transferred': ({ of }) => `Transferred ${of} to another club`,
  'API client created': ({ name }) => `Created the API client ${name ?? ''}`,
  'API client secret added': ({ name }) => `Added a secret of the API client ${name ?? ''}`,
  'API client secret removed': ({ name }) => `Removed a secret of the API client ${name ?? ''}`,
  'API client revoked': ({ name }) => `Revoked the API client ${name ?? ''}`,
  'key fob changed': ({ fromNumber, number }) => `Changed key fob ${fromNumber ?? ''} to ${number ?? ''}`,
  'key fob deleted': ({ number }) => `Deleted key fob ${number ?? ''}`,
  'key fob reassigned': ({ of, fromNumber, number }) =>
    `Replaced key fob ${fromNumber ?? ''} of ${of} with ${number ?? ''}`,
};

/** Events about a member's money or visits, which a partner manager must not see. */
const privateToMember: ReadonlySet<AuditEventName> = new Set([
  'member told of withdrawal',
  'member told of reimbursement',
  'member stopped withdrawal',
  'member withdrew authorization',
  'member bank account changed',
  'payee told of a return',
  'visit reported missing',
  'visit report accepted',
  'visit report refused',
  'member request sent',
  'member request decided',
  'access pass certified',
  'access pass used',
]);

export const isPrivateToMember = (name: AuditEventName): boolean => privateToMember.has(name);

/** Returns the text of an event, or its name if it has none. */
export const activityText = (name: AuditEventName, details: ActivityDetails): string =>
  words[name]?.(details) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
