import { integrations } from '../../../shared/contracts/integrations.ts';
import { paths } from '../../app/addresses.ts';
import type { PageDefinition } from '../../app/page.ts';

const load = async (page: 'Administrator' | 'Partner' | 'Facility') => ({
  default: (await import('./WebhooksPage.tsx'))[`${page}WebhooksPage`],
});
const webhooks = { label: 'Webhooks', reads: integrations.webhooks } as const;

export const pages: readonly PageDefinition[] = [
  { path: paths.webhooks, ...webhooks, load: () => load('Administrator') },
  { path: paths.partnerWebhooks, ...webhooks, load: () => load('Partner') },
  { path: paths.managerWebhooks, ...webhooks, load: () => load('Partner') },
  { path: paths.clubWebhooks, ...webhooks, load: () => load('Facility') },
];
