import { integrations } from '../../../shared/contracts/integrations.ts';
import { handleClient } from '../handle-client.ts';
import { listUsers } from '../scim/list-users.ts';

export const handler = handleClient(integrations.scimSearch, ({ client, body }) => {
  const { attributes, excludedAttributes, ...search } = body;
  return listUsers(client.ownerId, {
    ...search,
    attributes: attributes?.join(),
    excludedAttributes: excludedAttributes?.join(),
  });
});
