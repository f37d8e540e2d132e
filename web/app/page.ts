import type { ComponentType } from 'react';
import { mayCall, type Endpoint } from '../../shared/endpoint.ts';
import { isWithinAccess, type ManagerAccess } from '../../shared/managers/manager-access.ts';
import type { Role } from '../../shared/roles.ts';
import { paths } from './addresses.ts';
import type { PageConditions } from './page-conditions.ts';

export interface PageDefinition {
  path: string;
  /** For search engines and link previews; public pages only. */
  description?: string;
  /** Opened by a secret in its address, which must not reach search engines or analytics. */
  isPrivate?: boolean;
  /** Path of the page with the same content; lists link to that page. */
  sameAs?: string;
  label: string;
  /** Pages of a section are listed below its name in the sidebar, and as tabs. */
  section?: string;
  /** The endpoint that the page loads; the page is visible only to users who may call it. */
  reads?: Endpoint;
  /** Lists show the number of tasks that wait for the user. */
  countsTasks?: true;
  /** Not listed in the sidebar or the tabs. */
  hidden?: boolean;
  /** The page exists only if this and its parent's condition (`visibleWhen`) are true. */
  visible?: (conditions: PageConditions) => boolean;
  load: () => Promise<{ default: ComponentType }>;
}

/** Roles of each part of the site (spec 1 §2.2); all other pages are public. */
const parts: readonly { path: string; roles: readonly Role[]; name: string }[] = [
  { path: paths.adminPart, roles: ['systemAdmin'], name: 'Administration' },
  { path: paths.partnerPart, roles: ['systemAdmin'], name: 'Partner' },
  { path: paths.managerPart, roles: ['partnerManager'], name: 'Your program' },
  { path: paths.memberPart, roles: ['member'], name: 'Your membership' },
  { path: paths.facilityManagerPart, roles: ['facilityManager'], name: 'Your club' },
  { path: paths.uploadResults, roles: ['systemAdmin', 'partnerManager'], name: 'Upload results' },
  { path: paths.storagePart, roles: ['member', 'systemAdmin', 'facilityManager'], name: 'Files' },
];

export const partOf = (path: string) =>
  parts.find((part) => path === part.path || path.startsWith(`${part.path}/`));

/** The tasks of administrators and partner managers with the parent paths of their pages, in the order of the sidebar. */
const tasks: readonly { name: string; under: readonly string[] }[] = [
  { name: 'Month', under: [paths.months, paths.approvals, paths.paymentsPart, paths.bankFiles] },
  { name: 'People', under: [paths.partnersPart, paths.members, paths.administratorsPart, paths.privacyPart] },
  { name: 'Clubs', under: [paths.facilities, paths.visitsPart] },
  {
    name: 'Settings',
    under: [paths.settings, paths.checklist, paths.jobs, paths.apiClients, paths.webhooks],
  },
  { name: '', under: [paths.managerDashboard, paths.managerApprovals] },
  {
    name: 'Group memberships',
    under: [
      paths.managerEmployees,
      paths.managerVisits,
      paths.managerPayments,
      paths.managerCosts,
      paths.managerPayroll,
      paths.lostKeyFobs,
    ],
  },
  {
    name: 'Settings',
    under: [
      paths.managerApiClients,
      paths.managerWebhooks,
      paths.managerSingleSignOn,
      paths.managerAccessReview,
      paths.managerActivity,
      paths.managerProfilePart,
    ],
  },
];

/** Returns the task of an administrator's or partner manager's page and its place in the sidebar; undefined for pages of other parts. */
export function taskOf(path: string): { name: string; index: number } | undefined {
  const orderedPaths = tasks.flatMap(({ name, under }) => under.map((parent) => ({ name, parent })));
  const index = orderedPaths.findIndex(({ parent }) => path === parent || path.startsWith(`${parent}/`));
  const name = orderedPaths[index]?.name;
  return name === undefined ? undefined : { name, index };
}

/** Role and access of the user; managers of limited access see less. */
export interface Viewer {
  role: Role;
  me?: { access: ManagerAccess | null } | undefined;
}

export function mayOpen({ role, me }: Viewer, page: Pick<PageDefinition, 'path' | 'reads'>): boolean {
  const part = partOf(page.path);
  if ((part && !part.roles.includes(role)) || (page.reads && !mayCall(role, page.reads))) return false;
  return !page.reads || mayCall('guest', page.reads) || isWithinAccess(me?.access ?? 'full', page.reads);
}

const hasProgram = ({ groupMembershipAdded, flags }: PageConditions): boolean =>
  groupMembershipAdded || flags.gmrAddProgram;

/** Conditional routes; the condition applies to all routes below (spec 1 §2.3). */
const conditional: readonly { path: string; visible: (conditions: PageConditions) => boolean }[] = [
  { path: paths.partnerProgramPart, visible: hasProgram },
  { path: paths.managerProgramPart, visible: hasProgram },
  {
    path: paths.memberAccountPart,
    visible: ({ activeEnrollments, bankingRequired }) => activeEnrollments || bankingRequired,
  },
  { path: paths.usageLog, visible: ({ activeEnrollments }) => activeEnrollments },
];

/** Returns the condition of a page; undefined if it is always visible. */
export function visibleWhen({
  path,
  visible,
}: PageDefinition): ((conditions: PageConditions) => boolean) | undefined {
  const parent = conditional.find(
    (entry) => path === entry.path || path.startsWith(`${entry.path}/`),
  )?.visible;
  if (!parent || !visible) return parent ?? visible;
  return (conditions) => parent(conditions) && visible(conditions);
}

/** Conditional pages are not visible while their conditions load. */
export function isVisibleIn(conditions: PageConditions | undefined, page: PageDefinition): boolean {
  const isVisible = visibleWhen(page);
  return !isVisible || (conditions !== undefined && isVisible(conditions));
}

export const aboveTabs = 'above-tabs';

export const homeOf: Record<Role, string> = {
  guest: paths.home,
  apiClient: paths.home,
  member: paths.memberPart,
  facilityManager: paths.facilityManagerPart,
  systemAdmin: paths.adminPart,
  mpsAdmin: paths.home,
  partnerManager: paths.managerPart,
};
