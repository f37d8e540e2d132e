import type { ComponentType } from 'react';
import { mayCall, type Endpoint } from '../../shared/endpoint.ts';
import type { Role } from '../../shared/roles.ts';
import { paths } from './addresses.ts';
import type { PageConditions } from './page-conditions.ts';

/** One row of the route table. Who may open it follows from its place and from the endpoint that it reads. */
export interface PageDefinition {
  path: string;
  /** What search engines and link previews say of it: of pages that are open to all. */
  description?: string;
  /** Opened by a secret in its address: nothing that searches or counts is told of it. */
  isPrivate?: boolean;
  /** The address of the page that shows the same, and that lists name instead. */
  sameAs?: string;
  /** Its name in the sidebar, on its tab and in the browser's title. */
  label: string;
  /** Pages of one section are shown together: under its name in the sidebar, and as tabs of each other. */
  section?: string;
  /** The endpoint whose data the page shows: who may not call it is not offered the page. */
  reads?: Endpoint;
  /** Reached from other pages only: neither the sidebar nor the tabs list it. */
  hidden?: boolean;
  /** Offered only while this holds, and what its parent says (`visibleWhen`); else it is as good as not there. */
  visible?: (conditions: PageConditions) => boolean;
  load: () => Promise<{ default: ComponentType }>;
}

/** Who may enter each part of the site (spec 1 §2.2); everything else is open to all. */
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

/** May this role open this page? */
export function mayOpen(role: Role, page: Pick<PageDefinition, 'path' | 'reads'>): boolean {
  const part = partOf(page.path);
  return (!part || part.roles.includes(role)) && (!page.reads || mayCall(role, page.reads));
}

const hasProgram = ({ groupMembershipAdded, flags }: PageConditions): boolean =>
  groupMembershipAdded || flags.gmrAddProgram;

/** The routes that are there only under some circumstances, with everything below them (spec 1 §2.3). */
const conditional: readonly { path: string; visible: (conditions: PageConditions) => boolean }[] = [
  {
    path: paths.partnerProgramPart,
    visible: hasProgram,
  },
  { path: paths.managerProgramPart, visible: hasProgram },
  { path: paths.memberAccountPart, visible: ({ activeEnrollments }) => activeEnrollments },
  { path: paths.usageLog, visible: ({ activeEnrollments }) => activeEnrollments },
];

/** What has to hold for a page to be offered; undefined when nothing does. */
export function visibleWhen({
  path,
  visible,
}: PageDefinition): ((conditions: PageConditions) => boolean) | undefined {
  const parent = conditional.find((one) => path === one.path || path.startsWith(`${one.path}/`))?.visible;
  if (!parent || !visible) return parent ?? visible;
  return (conditions) => parent(conditions) && visible(conditions);
}

/** Where each role's own area begins. */
export const homeOf: Record<Role, string> = {
  guest: paths.home,
  member: paths.memberPart,
  facilityManager: paths.facilityManagerPart,
  systemAdmin: paths.adminPart,
  mpsAdmin: paths.home,
  partnerManager: paths.managerPart,
};
