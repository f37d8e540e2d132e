import type { ComponentType } from 'react';
import { mayCall, type Endpoint } from '../shared/endpoint.ts';
import type { Role } from '../shared/roles.ts';
import type { FeatureFlags } from '../shared/settings/feature-flags.ts';

/** What decides beside the role whether a page is there at all. */
export interface PageFacts {
  flags: FeatureFlags;
}

/** One row of the route table. Who may open it follows from its place and from the endpoint that it reads. */
export interface PageRow {
  path: string;
  /** Its name in the sidebar, on its tab and in the browser's title. */
  label: string;
  /** Pages of one section stand together: under its name in the sidebar, and as tabs of each other. */
  section?: string;
  /** The endpoint whose data the page shows: who may not call it is not offered the page. */
  reads?: Endpoint;
  /** Left out: always there. Where it says no, nothing leads to the page, and its address finds nothing. */
  shown?: (facts: PageFacts) => boolean;
  /** Reached from other pages only: neither the sidebar nor the tabs list it. */
  hidden?: boolean;
  load: () => Promise<{ default: ComponentType }>;
}

/** Who may enter each part of the site (spec 1 §2.2); everything else is open to all. */
const parts: readonly { path: string; roles: readonly Role[]; name: string }[] = [
  { path: '/admin', roles: ['systemAdmin'], name: 'Administration' },
  { path: '/partnerowner', roles: ['systemAdmin'], name: 'Partner' },
  { path: '/partnermanager', roles: ['partnerManager'], name: 'Your program' },
  { path: '/member', roles: ['member'], name: 'Your membership' },
  { path: '/facilitymanager', roles: ['facilityManager'], name: 'Your club' },
  { path: '/uploadresults', roles: ['systemAdmin', 'partnerManager'], name: 'Upload results' },
  { path: '/storage', roles: ['member', 'systemAdmin', 'facilityManager'], name: 'Files' },
];

export const partOf = (path: string) =>
  parts.find((part) => path === part.path || path.startsWith(`${part.path}/`));

/** May this role open this page? */
export function mayOpen(role: Role, page: Pick<PageRow, 'path' | 'reads'>): boolean {
  const part = partOf(page.path);
  return (!part || part.roles.includes(role)) && (!page.reads || mayCall(role, page.reads));
}

/** Where each role's own area begins. */
export const homeOf: Record<Role, string> = {
  guest: '/',
  member: '/member',
  facilityManager: '/facilitymanager',
  systemAdmin: '/admin',
  mpsAdmin: '/',
  partnerManager: '/partnermanager',
};
