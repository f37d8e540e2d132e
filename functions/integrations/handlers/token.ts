import { integrations } from '../../../shared/contracts/integrations.ts';
import {
  accessTokenSeconds,
  isClientActive,
  validSecrets,
} from '../../../shared/integrations/api-clients/api-client.ts';
import { apiScopeNames } from '../../../shared/integrations/api-scopes.ts';
import { handle } from '../../handle.ts';
import { findApiClient } from '../api-client-record-store.ts';
import { clientIdOfSecret, issueToken, secretOf } from '../api-token.ts';
import { credentialsOf } from '../client-credentials.ts';
import { OAuthError, oauthAccess } from '../oauth-access.ts';

export const handler = handle(
  integrations.token,
  async ({ body, header, now }) => {
    if (body.grant_type !== 'client_credentials')
      throw new OAuthError('unsupported_grant_type', 'The only grant type is client_credentials.');
    const { id, secret } = credentialsOf(header('authorization'), body);
    const client = clientIdOfSecret(secret) === id ? await findApiClient(id) : undefined;
    const used = client && isClientActive(client, now) && secretOf(secret, validSecrets(client, now));
    if (!client || !used)
      throw new OAuthError(
        'invalid_client',
        'The client is unknown, expired, or revoked, or its secret is wrong.',
      );
    const wanted = (body.scope ?? '').split(' ').filter(Boolean);
    if (wanted.some((scope) => !client.scopes.some((granted) => granted === scope)))
      throw new OAuthError('invalid_scope', `The client has these scopes: ${client.scopes.join(' ')}.`);
    const granted = apiScopeNames.filter((scope) => wanted.includes(scope));
    return {
      access_token: await issueToken(client, used, now, granted),
      token_type: 'Bearer' as const,
      expires_in: accessTokenSeconds,
      scope: apiScopeNames
        .filter((scope) => client.scopes.includes(scope) && (granted.length === 0 || granted.includes(scope)))
        .join(' '),
    };
  },
  oauthAccess(integrations.token),
);
