import { integrations } from '../../../shared/contracts/integrations.ts';
import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';

const webhooks = { label: 'Webhooks', reads: integrations.webhooks } as const;

export const pages: readonly PageDefinition[] = [
  { path: paths.webhooks, ...webhooks, load: () => import('./AdministratorPage.tsx') },
  { path: paths.partnerWebhooks, ...webhooks, load: () => import('./PartnerPage.tsx') },
  { path: paths.managerWebhooks, ...webhooks, load: () => import('./PartnerPage.tsx') },
  { path: paths.clubWebhooks, ...webhooks, load: () => import('./FacilityPage.tsx') },
];
