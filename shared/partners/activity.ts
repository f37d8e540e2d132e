import * as z from 'zod';
import type { AuditEventName } from '../audit-event.ts';
import type { ManagerAccess } from '../managers/manager-access.ts';
import type { ActivityReader } from './activity-readers.ts';
import { invitationStatuses } from '../members/member.ts';
import { achPaymentToHc } from './partner.ts';
import { showDate, showLastDay } from '../calendar.ts';
import { plural } from '../number-words.ts';
import { payrollFileName } from '../payments/payroll-file.ts';

/** Details of an event that some text uses. */
export const activityDetails = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  lastFour: z.string().optional(),
  uploaded: z.number().optional(),
  partnerBillingTypeId: z.number().optional(),
  reason: z.string().optional(),
  invitationStatus: z.number().optional(),
  noticeOn: z.string().optional(),
  number: z.string().optional(),
  email: z.string().optional(),
  fileName: z.string().optional(),
  count: z.number().optional(),
  name: z.string().optional(),
  effectiveDate: z.string().nullable().optional(),
  url: z.string().optional(),
  id: z.string().optional(),
  periodId: z.string().optional(),
});
type Details = z.output<typeof activityDetails>;

/** Returns the reader that a manager is; managers without the roster have no activity list. */
export const readerWithAccess = (access: ManagerAccess): ActivityReader =>
  access === 'roster' ? 'rosterManagers' : 'managers';

interface EventValues {
  before?: Details | undefined;
  after?: Details | undefined;
  /** Name of the affected member. */
  of: string;
}

interface ActivityEvent {
  /** The reader with the least access that sees the event. */
  from: ActivityReader;
  text?: (values: EventValues) => string;
}

type Text<Field extends keyof Details> = (
  details: Pick<Details, Field> & { of: string; earlier: Pick<Details, Field> },
) => string;

/** Returns an event of a reader, with the fields of its values that the text may use. */
const visibleTo =
  (from: ActivityReader) =>
  <const Field extends keyof Details = never>(text: Text<Field>, ...fields: Field[]): ActivityEvent => {
    const chosen = (values: Details = {}) =>
      Object.fromEntries(
        fields.flatMap((field) => (field in values ? [[field, values[field]]] : [])),
      ) as Pick<Details, Field>;
    return {
      from,
      text: ({ before, after, of }) =>
        text({ ...chosen(before), ...chosen(after), of, earlier: chosen(before) }),
    };
  };

const roster = visibleTo('rosterManagers');
const everything = visibleTo('managers');
const administrators = visibleTo('administrators');
/** An event with its name as text. */
const administratorsOnly: ActivityEvent = { from: 'administrators' };
const apiClient = (change: string): ActivityEvent =>
  everything(({ name = '' }) => `${change} the API client ${name}`, 'name');
const webhook = (change: string): ActivityEvent =>
  everything(({ url = 'another system' }) => `${change} the webhook to ${url}`, 'url');

const statusName = (status: number | undefined): string =>
  invitationStatuses.find(({ id }) => id === status)?.name ?? 'another status';
const named = ({ firstName = '', lastName = '' }: Pick<Details, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
const ending = ({ lastFour }: Pick<Details, 'lastFour'>): string =>
  lastFour ? ` ending in ${lastFour}` : '';
/** A change to the same status changes only the day on which the membership ends. */
const plannedEnd = (of: string, endsOn: string | null | undefined): string =>
  endsOn
    ? `Planned the end of the membership of ${of} on ${showLastDay(endsOn)}`
    : `${endsOn === null ? 'Removed the planned end of' : 'Changed'} the membership of ${of}`;
const bankAccount = (change: string, rest = ''): ActivityEvent =>
  everything((of) => `${change} bank account${ending(of)}${rest}`, 'lastFour');
const file = (fileName: string | undefined): string => fileName ?? 'a file';

/**
 * Readers and text of every audit event. An employer must not see when a member trains or moves money, what the member
 * agreed to, or which emails the member selected.
 */
const activityEvents: Readonly<Record<AuditEventName, ActivityEvent>> = {
  'partner created': roster(() => 'Added the partner'),
  'partner changed': roster(() => 'Changed the partner’s information'),
  'partner bank account changed': bankAccount('Saved the'),
  'partner bank account replaced': bankAccount('Entered a new', ', pending release'),
  'partner bank account released': bankAccount('Released the new'),
  'partner bank account withdrawn': bankAccount('Discarded the new'),
  'facility added': administratorsOnly,
  'facility changed': administratorsOnly,
  'facility bank account changed': administratorsOnly,
  'plan added': administratorsOnly,
  'plan changed': administratorsOnly,
  'facility manager invited': administratorsOnly,
  'facility manager removed': administratorsOnly,
  'partner billing changed': everything(
    ({ partnerBillingTypeId }) =>
      partnerBillingTypeId === achPaymentToHc
        ? 'Changed billing to ACH payment to HC'
        : 'Changed billing to Direct from Bank Account',
    'partnerBillingTypeId',
  ),
  'bank account shown in full': bankAccount('Viewed the full numbers of the'),
  'administrator invited': administratorsOnly,
  'administrator approved': administratorsOnly,
  'full account numbers allowed': administratorsOnly,
  'administrator removed': administratorsOnly,
  'access reviewed': everything(() => 'Reviewed the access of managers and API clients'),
  'single sign-on saved': everything(() => 'Saved a change of single sign-on'),
  'single sign-on tried': everything(() => 'Tried a change of single sign-on'),
  'single sign-on confirmed': everything(() => 'Confirmed a change of single sign-on'),
  'single sign-on discarded': everything(() => 'Discarded a change of single sign-on'),
  'single sign-on turned off': everything(() => 'Turned off single sign-on'),
  'single sign-on linked': administratorsOnly,
  'sessions ended by provider': administratorsOnly,
  'email domain added': everything(({ name = '' }) => `Added the email domain ${name}`, 'name'),
  'email domain proven': everything(({ name = '' }) => `Proved the email domain ${name}`, 'name'),
  'email domain removed': everything(({ name = '' }) => `Removed the email domain ${name}`, 'name'),
  'manager created': roster((of) => `Added the manager ${named(of)}`, 'firstName', 'lastName'),
  'manager changed': roster(() => 'Changed a manager'),
  'manager deleted': roster((of) => `Deleted the manager ${named(of)}`, 'firstName', 'lastName'),
  'manager invited': roster((of) => `Invited the manager ${named(of)}`, 'firstName', 'lastName'),
  'user accepted invitation': administratorsOnly,
  'user given new log-in': administratorsOnly,
  'person exported': administratorsOnly,
  'person erased': administratorsOnly,
  'privacy request filed': administratorsOnly,
  'privacy request withdrawn': administratorsOnly,
  'privacy request extended': administratorsOnly,
  'privacy request carried out': administratorsOnly,
  'privacy request closed': administratorsOnly,
  'manager email asked to change': roster(
    (of) => `Requested a new email for the manager ${named(of)}`,
    'firstName',
    'lastName',
  ),
  'manager email reverted': roster(() => 'Restored the earlier email of a manager'),
  'group membership created': roster(() => 'Created the group membership'),
  'group membership changed': roster(() => 'Changed the group membership'),
  'key fobs added': roster(() => 'Added key fobs'),
  'key fob changed': roster(
    ({ earlier, number = '' }) => `Changed key fob ${earlier.number ?? ''} to ${number}`,
    'number',
  ),
  'key fob deleted': roster(({ number = '' }) => `Deleted key fob ${number}`, 'number'),
  'key fob reassigned': roster(
    ({ of, earlier, number = '' }) => `Replaced key fob ${earlier.number ?? ''} of ${of} with ${number}`,
    'number',
  ),
  'employees uploaded': roster(
    ({ uploaded = 0 }) => `Added ${plural(uploaded, 'employee', 'employees')}`,
    'uploaded',
  ),
  'upload columns chosen': roster(() => 'Selected the columns of employees files'),
  'upload rows discarded': roster(
    ({ fileName, count = 0 }) =>
      `Discarded ${plural(count, 'row', 'rows')} of ${file(fileName)} that were not added`,
    'fileName',
    'count',
  ),
  'sign-up link changed': roster(() => 'Turned on or changed the sign-up link'),
  'sign-up link renewed': roster(() => 'Renewed the sign-up link'),
  'sign-up link turned off': roster(() => 'Turned off the sign-up link'),
  'sign-up received': administratorsOnly,
  'sign-ups declined': roster(({ count = 0 }) => `Declined ${plural(count, 'sign-up', 'sign-ups')}`, 'count'),
  'roster change read': roster(
    ({ fileName, count = 0 }) => `Read ${file(fileName)} with ${count} rows`,
    'fileName',
    'count',
  ),
  'roster change confirmed': roster(
    ({ fileName }) => `Confirmed the changes of ${file(fileName)}`,
    'fileName',
  ),
  'roster change agreed': roster(({ fileName }) => `Approved the changes of ${file(fileName)}`, 'fileName'),
  'roster change discarded': roster(({ fileName }) => `Discarded ${file(fileName)}`, 'fileName'),
  'roster change taken back': roster(
    ({ of, fileName }) =>
      fileName === undefined ? `Undid the change of ${of}` : `Undid the changes of ${fileName}`,
    'fileName',
  ),
  'member invited': roster(({ of }) => `Invited ${of}`),
  'member told of changed terms': roster(({ of }) => `Notified ${of} of changed terms`),
  'member emailed': administratorsOnly,
  'member told of reimbursement': administratorsOnly,
  'member told of withdrawal': administrators(({ of }) => `Notified ${of} of the next withdrawal`),
  'member told of return': administratorsOnly,
  'administrator removal canceled': administratorsOnly,
  'administrator removal requested': administratorsOnly,
  'debit authorization ended': administratorsOnly,
  'debit authorization renewed': administratorsOnly,
  'bank entry assignment requested': administratorsOnly,
  'bank file receipt approved': administratorsOnly,
  'payment requested again': administratorsOnly,
  'member paused membership': roster(({ of }) => `Paused the membership of ${of}`),
  'member resumed membership': roster(({ of }) => `Resumed the membership of ${of}`),
  'member stopped withdrawal': administrators(({ of }) => `Stopped a withdrawal of ${of}`),
  'member accepted invitation': roster(({ of }) => `Accepted the invitation of ${of}`),
  'member enrolled': roster(({ of }) => `Enrolled ${of}`),
  'member signed agreement': roster(({ of }) => `Signed the agreement of ${of}`),
  'member agreed to sign electronically': administratorsOnly,
  'member email changed': roster(
    ({ of, email }) => `Changed the email of ${of}${email ? ` to ${email}` : ''}`,
    'email',
  ),
  'member bank account changed': administrators(({ of }) => `Changed the bank account of ${of}`),
  'member withdrew authorization': administratorsOnly,
  'member gave health data consent': administratorsOnly,
  'member withdrew health data consent': administratorsOnly,
  'member changed': roster(({ of }) => `Changed the details of ${of}`),
  'member status changed': roster(
    ({ of, earlier, invitationStatus, effectiveDate, noticeOn }) =>
      `${
        invitationStatus === earlier.invitationStatus
          ? plannedEnd(of, effectiveDate)
          : `Moved ${of} from ${statusName(earlier.invitationStatus)} to ${statusName(invitationStatus)}`
      }${noticeOn ? ` by the notice of ${showDate(noticeOn)}` : ''}`,
    'invitationStatus',
    'effectiveDate',
    'noticeOn',
  ),
  'member transferred': roster(({ of }) => `Transferred ${of} to another club`),
  'member request sent': administratorsOnly,
  'member request decided': administratorsOnly,
  'member reminded of visits': administratorsOnly,
  'member visit emails changed': administratorsOnly,
  'visits imported': administratorsOnly,
  'visit withdrawn': administratorsOnly,
  'access pass certified': administratorsOnly,
  'access pass used': administratorsOnly,
  'visit reported missing': administratorsOnly,
  'visit report accepted': administratorsOnly,
  'visit report refused': administratorsOnly,
  'payments generated': administratorsOnly,
  'payment amount corrected': administratorsOnly,
  'payment correction undone': administratorsOnly,
  'payment changed with terms': administratorsOnly,
  'payment status changed': administratorsOnly,
  'payroll settings changed': everything(() => 'Changed the payroll settings'),
  'payroll file made': everything(
    ({ id, periodId }) =>
      id && periodId
        ? `Created the payroll file of ${payrollFileName({ id, periodId })}`
        : 'Created a payroll file',
    'id',
    'periodId',
  ),
  'bank file prepared': administratorsOnly,
  'bank accounts opened for a bank file': administratorsOnly,
  'bank file approval asked for': administratorsOnly,
  'bank file approval refused': administratorsOnly,
  'bank file approval withdrawn': administratorsOnly,
  'bank file approved': administratorsOnly,
  'bank file started': administratorsOnly,
  'bank file attempted': administratorsOnly,
  'bank file delivered': administratorsOnly,
  'bank file in doubt': administratorsOnly,
  'bank file canceled': administratorsOnly,
  'bank file sent': administratorsOnly,
  'bank file settled': administratorsOnly,
  'ledger month sealed': administratorsOnly,
  'bank file received': administratorsOnly,
  'statement columns selected': administratorsOnly,
  'bank entry assigned': administratorsOnly,
  'bank account held': administratorsOnly,
  'bank account needs prenote': administratorsOnly,
  'bank account corrected': administratorsOnly,
  'bank file acknowledged': administratorsOnly,
  'bank file on a statement': administratorsOnly,
  'bank file reversal asked for': administratorsOnly,
  'bank file reversed': administratorsOnly,
  'bank file resolution asked for': administratorsOnly,
  'bank file resolution withdrawn': administratorsOnly,
  'bank file resolved': administratorsOnly,
  'payee told of a return': administratorsOnly,
  'bank entry dismissed': administratorsOnly,
  'bank case closed': administratorsOnly,
  'fraud rules reviewed': administratorsOnly,
  'PIN refused': administratorsOnly,
  'PIN locked': administratorsOnly,
  'PIN set': administratorsOnly,
  'feature flags changed': administratorsOnly,
  'signed in': administratorsOnly,
  'signed out': administratorsOnly,
  'session ended by reused token': administratorsOnly,
  'user sessions ended': administratorsOnly,
  'sign-in locked': administratorsOnly,
  'identity confirmed': administratorsOnly,
  'password reset asked for': administratorsOnly,
  'password reset': administratorsOnly,
  'password changed': administratorsOnly,
  'passkey added': administratorsOnly,
  'passkey renamed': administratorsOnly,
  'passkey removed': administratorsOnly,
  'second factor turned on': administratorsOnly,
  'second factor turned off': administratorsOnly,
  'user disabled': administratorsOnly,
  'user enabled': administratorsOnly,
  'table set up': administratorsOnly,
  'voucher program created': administratorsOnly,
  'voucher program changed': administratorsOnly,
  'voucher recipients uploaded': administratorsOnly,
  'voucher program published': administratorsOnly,
  'voucher emailed': administratorsOnly,
  'voucher email came back': administratorsOnly,
  'member email came back': administratorsOnly,
  'user email came back': administratorsOnly,
  'voucher undeliverable': administratorsOnly,
  'voucher email repeated': administratorsOnly,
  'voucher email corrected': administratorsOnly,
  'voucher voided': administratorsOnly,
  'voucher redeemed': administratorsOnly,
  'voucher redemption undone': administratorsOnly,
  'voucher code refused': administratorsOnly,
  'API client created': apiClient('Created'),
  'API client secret added': apiClient('Added a secret of'),
  'API client secret removed': apiClient('Removed a secret of'),
  'API client revoked': apiClient('Revoked'),
  'webhook added': webhook('Added'),
  'webhook changed': webhook('Changed'),
  'webhook secret replaced': webhook('Replaced the secret of'),
  'webhook deleted': webhook('Deleted'),
  'webhook deliveries repeated': everything(() => 'Repeated deliveries of a webhook'),
  'job started': administratorsOnly,
  'job failed': administratorsOnly,
  'job resumed': administratorsOnly,
};

/** Returns the reader that the table of texts declares; equals `leastReaderOf` (test/partners/activity-of-managers). */
export const declaredReaderOf = (name: AuditEventName): ActivityReader => activityEvents[name].from;

/** Returns the text of an event, or its name if it has none. */
export const activityText = (name: AuditEventName, values: EventValues): string =>
  activityEvents[name].text?.(values) ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
