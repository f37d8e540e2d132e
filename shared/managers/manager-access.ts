import type { Endpoint } from '../endpoint.ts';
import type { DownloadName } from '../jobs/download.ts';
import type { JobKind } from '../jobs/job.ts';
import * as z from 'zod';
import { choice, password, passwordConfirmation } from '../fields.ts';
import { partnerId, recordId, recordVersion } from '../ids.ts';
import { invitedUserForm, listedUser } from '../users/invited-user.ts';
import { passwordsMustMatch } from '../users/passwords.ts';
import { addDays, type CalendarDate } from '../calendar.ts';
import { apiScopeNames } from '../integrations/api-clients/api-client.ts';

/** Access of a partner manager to the own partner; managers of earlier releases have full access. */
export const managerAccessIds = ['full', 'roster', 'finance', 'read'] as const;
export type ManagerAccess = (typeof managerAccessIds)[number];

/** The options of forms. */
const managerAccesses = [
  { value: 'full', label: 'Full access' },
  { value: 'roster', label: 'Roster only: members, key fobs, and visits' },
  { value: 'finance', label: 'Finance only: payments, payroll, and the bank account' },
  { value: 'read', label: 'Read only: everything, without changes' },
] as const satisfies readonly { value: ManagerAccess; label: string }[];

/** Shown in lists. */
export const managerAccessNames: Readonly<Record<ManagerAccess, string>> = {
  full: 'Full access',
  roster: 'Roster only',
  finance: 'Finance only',
  read: 'Read only',
};

/** Subject of an endpoint. `own`: the manager's own account, and data without names and amounts. */
type Subject = 'own' | 'roster' | 'finance' | 'administration';

const subjectOfArea: Readonly<Record<string, Subject>> = {
  users: 'own',
  settings: 'own',
  periods: 'own',
  jobs: 'own',
  'group-memberships': 'own',
  managers: 'own',
  employees: 'roster',
  members: 'roster',
  visits: 'roster',
  partners: 'roster',
  payments: 'finance',
  integrations: 'administration',
};

const exceptions: Readonly<Record<string, Subject>> = {
  'partners.bankingInfo': 'finance',
  'employees.membershipCount': 'own',
  'employees.countWaitingToInvite': 'own',
  'visits.summary': 'own',
  'managers.accessReview': 'administration',
  'managers.confirmAccessReview': 'administration',
};

/** Returns the subject of an endpoint of managers; undefined if it is not stated, which a test refuses. */
export const subjectOf = ({ area, name }: Pick<Endpoint, 'area' | 'name'>): Subject | undefined =>
  exceptions[`${area}.${name}`] ?? subjectOfArea[area];

/** Returns true if a manager with this access may call an endpoint of managers. */
export function isWithinAccess(access: ManagerAccess, endpoint: Endpoint): boolean {
  const subject = subjectOf(endpoint);
  if (access === 'full' || subject === 'own') return true;
  return access === 'read' ? endpoint.method === 'GET' : subject === access;
}

/** Subject of a kind of job or download; others need full access. */
const subjectOfJob: ReadonlyMap<JobKind | DownloadName, Subject> = new Map([
  ['employees upload', 'roster'],
  ['employees bulk', 'roster'],
  ['roster judging', 'roster'],
  ['roster change', 'roster'],
  ['roster take-back', 'roster'],
  ['invitations', 'roster'],
  ['key fobs', 'roster'],
  ['member email', 'roster'],
  ['roster', 'roster'],
  ['member list', 'roster'],
  ['visits', 'roster'],
  ['partner payments', 'finance'],
  ['member payments', 'finance'],
  ['payment statuses', 'finance'],
  ['payroll', 'finance'],
]);

/**
 * Returns true if a manager with this access may read the result of a job. `download` is the content of a download.
 */
export function mayReadJob(access: ManagerAccess, kind: JobKind, download?: DownloadName): boolean {
  if (access === 'full' || access === 'read') return true;
  return subjectOfJob.get(kind === 'download' && download ? download : kind) === access;
}

export const accessRefused =
  'Your access does not include this. Ask your administrator if you need it. Nothing was changed.';

const access = choice('Access', managerAccesses, { required: false });

/** New manager who chooses a password by an emailed link. */
export const invitedManagerForm = invitedUserForm.extend({ partnerId, access });
export type InvitedManager = z.output<typeof invitedManagerForm>;

/** New manager with an entered password (spec 2 §3, §5). */
export const newManagerForm = invitedManagerForm
  .extend({ password: password('Password'), confirmPassword: passwordConfirmation('Confirm Password') })
  .refine((item) => item.password === item.confirmPassword, {
    path: ['confirmPassword'],
    error: passwordsMustMatch,
  });

/** Changes of a manager; a new email takes effect when its emailed link is opened. */
export const managerForm = invitedUserForm.extend({ id: recordId, access });

/** A row of the partner's managers. */
export const listedManager = listedUser.extend({ access: z.enum(managerAccessIds) });
export type ListedManager = z.output<typeof listedManager>;

export const manager = listedManager.extend({
  partnerId: z.string(),
  /** Unconfirmed new email; null if there is none. */
  newEmail: z.string().nullable(),
  version: recordVersion,
});
export type Manager = z.output<typeof manager>;

/** Maximum number of managers per partner; the list is one page. */
export const managersAllowed = 100;

/** Days after which the access of a partner's managers and API clients is reviewed again. */
export const reviewDays = 90;

/** The reviews of a partner. Dates are those of Chicago. */
export const accessReviewRecord = z.object({
  partnerId: z.string(),
  /** Beginning of the first period. */
  startedOn: z.string(),
  /** Date of the last review; null before the first one. */
  reviewedOn: z.string().nullable(),
  reviewedBy: z.string().nullable(),
  /** Date of the last reminder; null before the first one. */
  remindedOn: z.string().nullable(),
  version: recordVersion,
});
export type AccessReviewRecord = z.output<typeof accessReviewRecord>;

/** Returns the date on which the next review is due. */
export const reviewDueOn = ({
  startedOn,
  reviewedOn,
}: Pick<AccessReviewRecord, 'startedOn' | 'reviewedOn'>): CalendarDate =>
  addDays(reviewedOn ?? startedOn, reviewDays);

/** Returns true if the review is due and no reminder was sent for it. */
export function isReminderDue(record: AccessReviewRecord, today: CalendarDate): boolean {
  const due = reviewDueOn(record);
  return due <= today && (record.remindedOn === null || record.remindedOn < due);
}

/** Users and programs with access to a partner. */
export const accessReview = z.object({
  managers: z.array(
    listedManager.extend({
      /** ISO instant of the last use in current sessions; null without one. */
      lastUsedAt: z.string().nullable(),
      hasSecondFactor: z.boolean(),
    }),
  ),
  clients: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.enum(apiScopeNames)),
      expiresOn: z.string(),
      createdByName: z.string(),
    }),
  ),
  reviewedOn: z.string().nullable(),
  /** Name of the user who reviewed last. */
  reviewedBy: z.string().nullable(),
  dueOn: z.string(),
  isDue: z.boolean(),
  version: recordVersion,
});
export type AccessReview = z.output<typeof accessReview>;
