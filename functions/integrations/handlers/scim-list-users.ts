import { integrations } from '../../../shared/contracts/integrations.ts';
import { handleClient } from '../handle-client.ts';
import { listUsers } from '../scim/list-users.ts';

export const handler = handleClient(integrations.scimListUsers, ({ client, query }) =>
  listUsers(client.ownerId, query),
);
