import { integrations } from '../../../shared/contracts/integrations.ts';
import { schemaDocuments } from '../../../shared/integrations/scim/discovery.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { handleClient } from '../handle-client.ts';
import { scimBase } from '../scim/scim-address.ts';

export const handler = handleClient(integrations.scimSchema, async ({ params: { urn } }) => {
  const schema = schemaDocuments(scimBase()).find(({ id }) => id.toLowerCase() === urn.toLowerCase());
  if (!schema) throw new ScimError(404, 'Schema not found.');
  return schema;
});
