import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint } from '../../shared/endpoint.ts';
import { Refusal } from '../../shared/refusal.ts';
import { errorResponse, json } from '../handle-response.ts';
import type { Access } from '../handle.ts';
import { BadRequest } from '../platform/parse-request.ts';
import { authorizedCaller } from '../users/access.ts';

/** The errors of RFC 6749, section 5.2, in use. */
type OAuthCode = 'invalid_client' | 'invalid_request' | 'invalid_scope' | 'unsupported_grant_type';

/** A refusal of the token endpoint. */
export class OAuthError extends Refusal {
  readonly error: OAuthCode;

  constructor(error: OAuthCode, description: string) {
    super('invalid', description);
    this.error = error;
  }
}

/** Access to the token endpoint, for guests, with the errors of RFC 6749. */
export const oauthAccess = (endpoint: Endpoint): Access => ({
  authorize: authorizedCaller,
  respond: (result, event) => {
    if ('body' in result) return withoutCache(json(200, result.body));
    const { error } = result;
    if (error instanceof OAuthError) return refused(error.error, error.message);
    if (error instanceof BadRequest) return refused('invalid_request', Object.values(error.fields).join(' '));
    return errorResponse(endpoint, error, event.requestContext.requestId);
  },
});

const withoutCache = (response: APIGatewayProxyStructuredResultV2) => ({
  ...response,
  headers: { ...response.headers, pragma: 'no-cache' },
});

function refused(error: OAuthCode, description: string): APIGatewayProxyStructuredResultV2 {
  const isClient = error === 'invalid_client';
  const response = json(isClient ? 401 : 400, { error, error_description: description });
  if (!isClient) return withoutCache(response);
  return withoutCache({
    ...response,
    headers: { ...response.headers, 'www-authenticate': 'Basic realm="wellport"' },
  });
}
