import { administrators } from '../../shared/contracts/administrators.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

export const pages: readonly PageDefinition[] = [
  {
    path: paths.administrators,
    label: 'Administrators',
    reads: administrators.list,
    load: () => import('./AdministratorsPage.tsx'),
  },
  {
    path: paths.addAdministrator,
    label: 'Invite administrator',
    hidden: true,
    reads: administrators.list,
    load: async () => ({ default: (await import('./AdministratorsPage.tsx')).AddAdministratorPage }),
  },
];
