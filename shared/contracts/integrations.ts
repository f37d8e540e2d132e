import { area } from '../endpoint.ts';
import { apiClients } from '../integrations/api-clients/contract.ts';
import { scimDiscovery } from '../integrations/scim/discovery-contract.ts';
import { webhookEndpoints } from '../integrations/webhooks/contract.ts';

export const integrations = area('integrations', { ...apiClients, ...scimDiscovery, ...webhookEndpoints });
