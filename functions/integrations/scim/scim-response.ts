import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { scimErrorSchema, scimMediaType } from '../../../shared/integrations/scim/scim-schemas.ts';
import { ScimError, type ScimType } from '../../../shared/integrations/scim/scim-error.ts';
import { UnsafeKeyError } from '../../../shared/parse-json.ts';
import { errorResponse } from '../../handle-response.ts';

interface Resource {
  meta?: { version?: string; location?: string };
}

/** Returns the response of RFC 7644: the media type, the status, the version as ETag, and errors with `scimType`. */
export function scimResponse(
  endpoint: Endpoint,
  result: { body: unknown } | { error: unknown },
  { headers, requestContext }: APIGatewayProxyEventV2,
): APIGatewayProxyStructuredResultV2 {
  if ('error' in result) return errorOf(endpoint, result.error, requestContext.requestId);
  if (endpoint.success === 204) return { statusCode: 204, headers: { 'cache-control': 'no-store' } };
  const { meta = {} } = result.body as Resource;
  const { version, location } = meta;
  const isUnchanged =
    endpoint.method === 'GET' && version !== undefined && headers['if-none-match'] === version;
  const responseHeaders = {
    'cache-control': 'no-store',
    ...(version !== undefined && { etag: version }),
    ...(location !== undefined && { location }),
  };
  if (isUnchanged) return { statusCode: 304, headers: responseHeaders };
  return {
    statusCode: endpoint.success ?? 200,
    headers: { 'content-type': `${scimMediaType}; charset=utf-8`, ...responseHeaders },
    body: JSON.stringify(result.body),
  };
}

/** The portal's statuses that SCIM has no use for. */
const statuses: Readonly<Record<number, number>> = { 422: 400, 423: 403, 428: 403 };

function scimTypeOf(error: unknown, status: number, isNotJson: boolean): ScimType | undefined {
  if (error instanceof ScimError) return error.scimType;
  if (error instanceof UnsafeKeyError) return 'invalidPath';
  if (status === 409) return 'uniqueness';
  if (status !== 400) return undefined;
  return isNotJson ? 'invalidSyntax' : 'invalidValue';
}

function errorOf(endpoint: Endpoint, error: unknown, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { statusCode = 500, body = '{}', headers } = errorResponse(endpoint, error, requestId);
  const { message, fields = {} } = JSON.parse(body) as { message: string; fields?: Record<string, string> };
  const status = error instanceof ScimError ? error.status : (statuses[statusCode] ?? statusCode);
  const hasFields = Object.keys(fields).length > 0;
  const scimType = scimTypeOf(error, status, statusCode === 422 && !hasFields && message.includes('JSON'));
  const details = Object.entries(fields).map(([field, text]) => (field ? `${field}: ${text}` : text));
  const detail = statusCode === 400 && details.length > 0 ? details.join(' ') : message;
  return {
    statusCode: status,
    headers: { ...headers, 'content-type': `${scimMediaType}; charset=utf-8` },
    body: JSON.stringify({ schemas: [scimErrorSchema], status: String(status), scimType, detail }),
  };
}
