import { integrations } from '../../../shared/contracts/integrations.ts';
import { selectAttributes } from '../../../shared/integrations/scim/attribute-names.ts';
import { handleClient } from '../handle-client.ts';
import { userOf } from '../../../shared/integrations/scim/user.ts';
import { loadPerson } from '../scim/load-user.ts';
import { scimBase } from '../scim/scim-address.ts';

export const handler = handleClient(integrations.scimGetUser, async ({ client, params, query }) => {
  const { member } = await loadPerson(client.ownerId, params.id);
  return selectAttributes(userOf(member, scimBase()), query);
});
