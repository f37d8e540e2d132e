import { area } from '../endpoint.ts';
import { apiClients } from '../integrations/api-clients/contract.ts';
import { checkInEndpoints } from '../integrations/check-ins/contract.ts';
import { eligibilityEndpoints } from '../integrations/eligibility/contract.ts';
import { scimUsers } from '../integrations/scim/contract.ts';
import { scimDiscovery } from '../integrations/scim/discovery-contract.ts';
import { webhookEndpoints } from '../integrations/webhooks/contract.ts';

export const integrations = area('integrations', {
  ...apiClients,
  ...scimDiscovery,
  ...scimUsers,
  ...eligibilityEndpoints,
  ...checkInEndpoints,
  ...webhookEndpoints,
});
