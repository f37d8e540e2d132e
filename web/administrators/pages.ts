import { administrators } from '../../shared/administrators/contract.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: '/admin/administrators/list',
    label: 'Administrators',
    reads: administrators.list,
    load: () => import('./AdministratorsPage.tsx'),
  },
  {
    path: '/admin/administrators/add',
    label: 'Invite an administrator',
    hidden: true,
    reads: administrators.list,
    load: () => import('./AddAdministratorPage.tsx'),
  },
];
