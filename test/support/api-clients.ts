import { issueToken, newSecret } from '../../functions/integrations/api-token.ts';
import { apiClientChange } from '../../functions/integrations/api-call-store.ts';
import { newId } from '../../functions/platform/time-and-chance.ts';
import { transact } from '../../functions/table/transact.ts';
import { type ApiClient } from '../../shared/integrations/api-client.ts';
import { scopesOf } from '../../shared/api-scopes.ts';
import type { TestClient } from './call.ts';

/** Stores a client with all scopes of its owner and issues a token. */
export async function createApiClient(
  client: Pick<ApiClient, 'ownerKind' | 'ownerId'> & Partial<ApiClient>,
  now = new Date(),
): Promise<TestClient> {
  const id = newId();
  const { text, secret } = newSecret(id, { id: newId(), createdBy: 'operator' }, now);
  const stored: ApiClient = {
    id,
    ownerName: 'Owner',
    name: 'HR system',
    scopes: scopesOf(client.ownerKind),
    expiresOn: '2099-12-31',
    addresses: [],
    secrets: [secret],
    createdBy: 'user-admin',
    createdAt: now.toISOString(),
    revokedAt: null,
    version: 0,
    ...client,
  };
  await transact(...apiClientChange(null, stored));
  return { role: 'apiClient', id, secret: text, token: await issueToken(stored, secret, now) };
}
