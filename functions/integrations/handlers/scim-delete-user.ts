import { integrations } from '../../../shared/contracts/integrations.ts';
import { handleClient } from '../handle-client.ts';
import { contextOf } from '../scim/context.ts';
import { removeUser } from '../scim/user-requests.ts';

export const handler = handleClient(integrations.scimDeleteUser, async ({ params, ...request }) => {
  await removeUser(params.id, contextOf(request), request.header('if-match'));
  return {};
});
