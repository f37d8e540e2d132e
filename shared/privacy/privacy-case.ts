import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { addDays, dateInChicago, type CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import { calendarDate, choice, email, reasonText, text, usPhone } from '../fields.ts';

/** The kinds of privacy requests with the days until their response is due (spec 1 §9). */
const caseKinds = [
  { id: 'access', name: 'Copy of the data', days: 45 },
  { id: 'correction', name: 'Correction', days: 45 },
  { id: 'deletion', name: 'Deletion', days: 30 },
] as const;
const caseKind = z.enum(['access', 'correction', 'deletion']);
export type CaseKind = z.output<typeof caseKind>;

export const caseKindName = (kind: CaseKind): string => caseKinds.find(({ id }) => id === kind)?.name ?? '';

export const caseStatuses = [
  { id: 'open', name: 'Open', color: 'orange' },
  { id: 'completed', name: 'Completed', color: 'green' },
  { id: 'refused', name: 'Refused', color: 'beet' },
  { id: 'withdrawn', name: 'Withdrawn', color: 'yellow' },
] as const;
const caseStatus = z.enum(['open', 'completed', 'refused', 'withdrawn']);

/** Days of the only extension (Cal. Civ. Code §1798.130, RCW 19.373.040, NRS 603A.505). */
const extensionDays = 45;
/** Access requests of a person in twelve months (spec 1 §9). */
const maxAccessRequests = 2;

const caseAction = z.object({
  name: z.enum(['extended', 'exported', 'corrected', 'erased', 'notified']),
  /** ISO instant. */
  at: z.string(),
  /** User ID. */
  who: z.string(),
  detail: z.string(),
});
export type CaseAction = z.output<typeof caseAction>;

/** A request of a person about personal data. */
export const privacyCase = z.object({
  id: z.string(),
  /** User ID, or the digest of the verified address of a person without a login. */
  owner: z.string(),
  userId: z.string().nullable(),
  memberIds: z.array(z.string()),
  kind: caseKind,
  name: z.string(),
  email: z.string(),
  /** The description of a correction; optional for other kinds. */
  details: z.string(),
  status: caseStatus,
  /** ISO instant. */
  filedAt: z.string(),
  /** Last calendar date of a response in time. */
  dueOn: z.string(),
  actions: z.array(caseAction),
  answer: z.string(),
  closedAt: z.string().nullable(),
  version: recordVersion,
});
export type PrivacyCase = z.output<typeof privacyCase>;

export const caseColumns = ['status', 'dueOn', 'name'] as const;

/** Returns the date until which a request is due: days from receipt, for deletions from the verified identity. */
export const dueDate = (kind: CaseKind, from: Date): CalendarDate =>
  addDays(dateInChicago(from), caseKinds.find(({ id }) => id === kind)?.days ?? 0);

export const hasAction = ({ actions }: Pick<PrivacyCase, 'actions'>, name: CaseAction['name']): boolean =>
  actions.some((action) => action.name === name);

const closed = () => new Refusal('conflict', 'This request was already closed. Reload the page.');

export function requireOpen(stored: PrivacyCase): void {
  if (stored.status !== 'open') throw closed();
}

/** Throws 'invalid' for a third access request within twelve months; withdrawn ones do not count. */
export function checkFiling(kind: CaseKind, earlier: readonly PrivacyCase[], now: Date): void {
  const since = addDays(dateInChicago(now), -365);
  const counted = earlier.filter(
    (other) => other.kind === 'access' && other.status !== 'withdrawn' && other.filedAt.slice(0, 10) > since,
  );
  if (kind === 'access' && counted.length >= maxAccessRequests)
    throw new Refusal(
      'invalid',
      'You can request your data twice in twelve months. Nothing was filed.',
      'kind',
    );
}

/** Returns the case with a recorded action; throws 'conflict' if it is closed. */
export function withAction(stored: PrivacyCase, action: CaseAction): PrivacyCase {
  requireOpen(stored);
  return { ...stored, actions: [...stored.actions, action] };
}

/** Returns the case with the extended deadline; throws 'conflict' for a second extension or a passed deadline. */
export function extended(stored: PrivacyCase, who: string, reason: string, now: Date): PrivacyCase {
  if (hasAction(stored, 'extended'))
    throw new Refusal('conflict', 'The deadline was already extended. It can be extended once.');
  if (dateInChicago(now) > stored.dueOn)
    throw new Refusal('conflict', 'The deadline has passed. An extension must be sent before it.');
  const after = withAction(stored, { name: 'extended', at: now.toISOString(), who, detail: reason });
  return { ...after, dueOn: addDays(stored.dueOn, extensionDays) };
}

const requiredActions = { access: 'exported', correction: 'corrected', deletion: 'erased' } as const;

/**
 * Returns the closed case. A completed one must have been carried out, and its recipients notified of a correction or
 * erasure. The name and address of an erased person are removed.
 */
export function closedCase(
  stored: PrivacyCase,
  outcome: 'completed' | 'refused',
  response: string,
  now: Date,
): PrivacyCase {
  requireOpen(stored);
  const isErased = hasAction(stored, 'erased');
  if (outcome === 'refused' && isErased)
    throw new Refusal('conflict', 'The data was already erased, so the request cannot be refused.');
  if (outcome === 'completed') {
    if (!hasAction(stored, requiredActions[stored.kind]))
      throw new Refusal('invalid', 'Carry out the request first, or refuse it with a reason.');
    if (stored.kind !== 'access' && stored.memberIds.length > 0 && !hasAction(stored, 'notified'))
      throw new Refusal('invalid', 'Notify the recipients of the data first.');
  }
  return {
    ...stored,
    answer: response,
    ...(isErased && erasedRequester(stored)),
    status: outcome,
    closedAt: now.toISOString(),
  };
}

/** Returns the fields of a request after the erasure of its person, without texts that users entered. */
export const erasedRequester = ({
  id,
  actions,
}: PrivacyCase): Pick<PrivacyCase, 'name' | 'email' | 'details' | 'answer' | 'actions'> => ({
  name: 'Erased person',
  email: `erased-${id.toLowerCase()}@erased.invalid`,
  details: '',
  answer: '',
  actions: actions.map((action) => (action.name === 'extended' ? { ...action, detail: '' } : action)),
});

export function withdrawnCase(stored: PrivacyCase, now: Date): PrivacyCase {
  requireOpen(stored);
  if (hasAction(stored, 'erased') || hasAction(stored, 'corrected'))
    throw new Refusal('conflict', 'This request was already carried out.');
  return { ...stored, status: 'withdrawn', closedAt: now.toISOString() };
}

const detailsText = () => text('Details', { max: 1000, required: false, lines: true });
const kindChoice = () =>
  choice(
    'Request',
    caseKinds.map(({ id, name }) => ({ value: id, label: name })),
  );

/** A correction must name what is wrong. */
const namesCorrection = ({ kind, details = '' }: { kind: string; details?: string | undefined }) =>
  kind !== 'correction' || details.length >= 10;
const missingDetails = {
  message: 'Details must state what is wrong and how it should read.',
  path: ['details'],
};

/** A member's request. */
export const caseForm = z
  .object({ kind: kindChoice(), details: detailsText() })
  .refine(namesCorrection, missingDetails);

/** A request of a person without a login, who confirms the address through an emailed link. */
export const guestCaseForm = z
  .object({
    name: text('Full Name', { max: 100 }),
    email: email('Email'),
    kind: kindChoice(),
    details: detailsText(),
  })
  .refine(namesCorrection, missingDetails);

export const extensionForm = z.object({ reason: reasonText() });

export const decisionForm = z.object({
  outcome: choice('Outcome', [
    { value: 'completed', label: 'Completed' },
    { value: 'refused', label: 'Refused' },
  ]),
  answer: text('Answer', { min: 10, max: 1000, lines: true }),
});

/** The fields that an administrator can correct in all memberships of a person; empty ones stay unchanged. */
export const correctionForm = z.object({
  firstName: text('First Name', { max: 50, required: false }),
  lastName: text('Last Name', { max: 50, required: false }),
  phone: usPhone('Phone', { required: false }),
  dateOfBirth: calendarDate('Date of Birth', { required: false }),
});

const wireAction = privacyCase.shape.actions.element.omit({ who: true }).extend({ whoName: z.string() });

/** A request as its requester sees it. */
export const ownCase = privacyCase
  .pick({ id: true, kind: true, details: true, status: true, filedAt: true, dueOn: true })
  .extend({ isExtended: z.boolean(), answer: z.string(), closedAt: z.string().nullable() });
export type OwnCase = z.output<typeof ownCase>;

/** A row of the administrators' list. */
export const caseRow = privacyCase.pick({
  id: true,
  owner: true,
  kind: true,
  name: true,
  status: true,
  filedAt: true,
  dueOn: true,
});

/** A request as administrators see it. */
export const caseDetails = privacyCase.omit({ actions: true, memberIds: true, userId: true }).extend({
  hasLogin: z.boolean(),
  actions: z.array(wireAction),
  memberships: z.array(
    z.object({
      memberId: z.string(),
      name: z.string(),
      partnerName: z.string(),
      statusName: z.string(),
      facilityName: z.string().nullable(),
    }),
  ),
});
