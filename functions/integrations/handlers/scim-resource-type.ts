import { integrations } from '../../../shared/contracts/integrations.ts';
import { resourceTypeDocuments } from '../../../shared/integrations/scim/discovery.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { handleClient } from '../handle-client.ts';
import { scimBase } from '../scim/scim-address.ts';

export const handler = handleClient(integrations.scimResourceType, async ({ params: { type } }) => {
  const resourceType = resourceTypeDocuments(scimBase()).find(({ id }) => id === type);
  if (!resourceType) throw new ScimError(404, 'Resource type not found.');
  return resourceType;
});
