import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/partnerowner/partners/:partnerId/groupmemberships/general',
    section: 'Group memberships',
    label: 'General',
    reads: groupMemberships.save,
    load: () => import('./GroupMembershipPage.tsx'),
  },
];
