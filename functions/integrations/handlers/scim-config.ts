import { integrations } from '../../../shared/contracts/integrations.ts';
import { serviceProviderConfig } from '../../../shared/integrations/scim/discovery.ts';
import { handleClient } from '../handle-client.ts';
import { scimBase } from '../scim/scim-address.ts';

export const handler = handleClient(integrations.scimConfig, async () => serviceProviderConfig(scimBase()));
