import { area } from '../endpoint.ts';
import {
  apiClients,
  checkInEndpoints,
  eligibilityEndpoints,
  webhookEndpoints,
} from '../integrations/client-contract.ts';
import { scimUsers, scimDiscovery } from '../integrations/scim-contract.ts';

export const integrations = area('integrations', {
  ...apiClients,
  ...scimDiscovery,
  ...scimUsers,
  ...eligibilityEndpoints,
  ...checkInEndpoints,
  ...webhookEndpoints,
});
