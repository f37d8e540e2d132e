import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { scimErrorSchema, scimMediaType } from '../../../shared/integrations/scim/scim-schemas.ts';

const discovery = /^\/api\/scim\/v2\/(ServiceProviderConfig|ResourceTypes|Schemas)(\/|$)/;

/** Handles paths and methods under /api that match no endpoint, with the same JSON error format as endpoints. */
export const handler = async ({
  rawPath,
  requestContext: { requestId },
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  if (rawPath.startsWith('/api/scim/')) return scimError(discovery.test(rawPath) ? 405 : 404);
  return {
    statusCode: 404,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ message: 'Endpoint not found.', requestId }),
  };
};

/** Returns an error of RFC 7644: discovery is read only, all other paths are unknown. */
const scimError = (status: 404 | 405): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: {
    'content-type': `${scimMediaType}; charset=utf-8`,
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET' }),
  },
  body: JSON.stringify({
    schemas: [scimErrorSchema],
    status: String(status),
    detail: status === 404 ? 'Endpoint not found.' : 'This address is read only.',
  }),
});
