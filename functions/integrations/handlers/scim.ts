import type { ApiClient } from '../../../shared/integrations/api-client.ts';
import type { Caller } from '../../users/caller.ts';
import { type ScimContext, post, removeUser, patch, replace } from '../scim/save-user.ts';
import type { ScimSearch } from '../../../shared/integrations/scim-contract.ts';
import { integrations } from '../../../shared/contracts/integrations.ts';
import { handleClient } from '../handle-client.ts';
import { carryOutBulk } from '../scim/bulk.ts';
import {
  serviceProviderConfig,
  resourceTypeDocuments,
  listOfAll,
  schemaDocuments,
} from '../../../shared/integrations/scim/discovery.ts';
import { scimBase, listUsers } from '../scim/list-users.ts';
import { selectAttributes } from '../../../shared/integrations/scim/attribute-names.ts';
import { userOf } from '../../../shared/integrations/scim/user.ts';
import { loadPerson } from '../scim/directory-store.ts';
import { ScimError } from '../../../shared/scim-error.ts';

/** Returns the context of a client's changes. */
const contextOf = ({
  client,
  caller,
  now,
  newId,
}: {
  client: ApiClient;
  caller: Caller;
  now: Date;
  newId: () => string;
}): ScimContext => ({ partnerId: client.ownerId, who: caller.userId, now, newId });

export const scimBulkHandler = handleClient(integrations.scimBulk, ({ body, ...request }) =>
  carryOutBulk(body, contextOf(request)),
);

export const scimConfigHandler = handleClient(integrations.scimConfig, async () =>
  serviceProviderConfig(scimBase()),
);

export const scimCreateUserHandler = handleClient(
  integrations.scimCreateUser,
  async ({ query, body, ...request }) => selectAttributes(await post(body, contextOf(request)), query),
);

export const scimDeleteUserHandler = handleClient(
  integrations.scimDeleteUser,
  async ({ params, ...request }) => {
    await removeUser(params.id, contextOf(request), request.header('if-match'));
    return {};
  },
);

export const scimGetUserHandler = handleClient(
  integrations.scimGetUser,
  async ({ client, params, query }) => {
    const { member } = await loadPerson(client.ownerId, params.id);
    return selectAttributes(userOf(member, scimBase()), query);
  },
);

export const scimListUsersHandler = handleClient(integrations.scimListUsers, ({ client, query }) =>
  listUsers(client.ownerId, query),
);

export const scimListGroupsHandler = handleClient(integrations.scimListGroups, async () => listOfAll([]));

export const scimPatchUserHandler = handleClient(
  integrations.scimPatchUser,
  async ({ params, query, body, ...request }) => {
    const user = await patch(params.id, body, contextOf(request), request.header('if-match'));
    return selectAttributes(user, query);
  },
);

export const scimReplaceUserHandler = handleClient(
  integrations.scimReplaceUser,
  async ({ params, query, body, ...request }) => {
    const user = await replace(params.id, body, contextOf(request), request.header('if-match'));
    return selectAttributes(user, query);
  },
);

export const scimResourceTypeHandler = handleClient(
  integrations.scimResourceType,
  async ({ params: { type } }) => {
    const resourceType = resourceTypeDocuments(scimBase()).find(({ id }) => id === type);
    if (!resourceType) throw new ScimError(404, 'Resource type not found.');
    return resourceType;
  },
);

export const scimResourceTypesHandler = handleClient(integrations.scimResourceTypes, async () =>
  listOfAll(resourceTypeDocuments(scimBase())),
);

export const scimSchemaHandler = handleClient(integrations.scimSchema, async ({ params: { urn } }) => {
  const schema = schemaDocuments(scimBase()).find(({ id }) => id.toLowerCase() === urn.toLowerCase());
  if (!schema) throw new ScimError(404, 'Schema not found.');
  return schema;
});

export const scimSchemasHandler = handleClient(integrations.scimSchemas, async () =>
  listOfAll(schemaDocuments(scimBase())),
);

const search = ({ client, body }: { client: ApiClient; body: ScimSearch }) => {
  const { attributes, excludedAttributes, ...query } = body;
  return listUsers(client.ownerId, {
    ...query,
    attributes: attributes?.join(),
    excludedAttributes: excludedAttributes?.join(),
  });
};

export const scimSearchUsersHandler = handleClient(integrations.scimSearchUsers, search);

export const scimSearchHandler = handleClient(integrations.scimSearch, search);
