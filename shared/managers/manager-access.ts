import type { Endpoint } from '../endpoint.ts';
import type { DownloadName } from '../jobs/download.ts';
import type { JobKind } from '../jobs/job.ts';

/** Access of a partner manager to the own partner; managers of earlier releases have full access. */
export const managerAccessIds = ['full', 'roster', 'finance', 'read'] as const;
export type ManagerAccess = (typeof managerAccessIds)[number];

/** The options of forms. */
export const managerAccesses = [
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
  // each entry is checked by the endpoint that shows it
  approvals: 'own',
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
  'group-memberships.savePauses': 'administration',
  'employees.membershipCount': 'own',
  'employees.countWaitingToInvite': 'own',
  'employees.saveSignUpLink': 'administration',
  'employees.renewSignUpLink': 'administration',
  'employees.turnOffSignUpLink': 'administration',
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
