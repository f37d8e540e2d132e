import { integrations } from '../../../shared/contracts/integrations.ts';
import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';

const apiClients = {
  label: 'API clients',
  reads: integrations.listClients,
  load: () => import('./ApiClientsPage.tsx'),
} as const;

export const pages: readonly PageDefinition[] = [
  { path: paths.apiClients, ...apiClients },
  { path: paths.managerApiClients, ...apiClients },
  { path: paths.clubApiClients, ...apiClients },
];
