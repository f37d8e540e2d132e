import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.groupMembership,
    section: 'Group memberships',
    label: 'General',
    reads: groupMemberships.save,
    load: () => import('./GroupMembershipPage.tsx'),
  },
];
