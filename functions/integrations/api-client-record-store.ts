import { apiClient, apiClientColumns, type ApiClient } from '../../shared/integrations/api-client.ts';
import { entity, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { get } from '../table/table.ts';

// separate from the writes, which requests with a token do not need (infra/permissions/table-use.ts)

const sortsOf = ({ name, ownerName, expiresOn, createdAt }: ApiClient) =>
  sortsBy(apiClientColumns, { name, ownerName, expiresOn, createdAt });

export const listOfOwner = ({ ownerKind, ownerId }: Pick<ApiClient, 'ownerKind' | 'ownerId'>): string =>
  lists.apiClientsOf(ownerKind, ownerId);

export const apiClientEntity = entity({
  name: 'API client',
  schema: apiClient,
  key: ({ id }) => keys.apiClient(id),
  inList: (client) =>
    client.revokedAt === null ? { list: listOfOwner(client), sorts: sortsOf(client) } : null,
  alsoInLists: (client) =>
    client.revokedAt === null
      ? [
          {
            list: lists.apiClients(),
            sorts: sortsOf(client),
            key: keys.apiClientRow(client.id),
            row: { ...client, secrets: client.secrets.map((secret) => ({ ...secret, hash: '' })) },
          },
        ]
      : [],
});

export const findApiClient = (id: string): Promise<ApiClient | undefined> =>
  get(apiClientEntity, keys.apiClient(id));
