import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint, FileResponse } from '../shared/endpoint.ts';
import { textType } from '../shared/media-types.ts';
import { UnsafeKeyError } from '../shared/parse-json.ts';
import { type ErrorCode, errorStatus, Refusal } from '../shared/refusal.ts';
import { fieldsOnWire } from '../shared/wire-names.ts';
import { isTemporary } from './platform/client-settings.ts';
import { BadRequest } from './platform/parse-request.ts';
import { NotSignedIn } from './users/access.ts';

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export const json = (
  statusCode: number,
  body: unknown,
  keepSeconds?: number,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: keepSeconds ? { ...headers, 'cache-control': `public, max-age=${keepSeconds}` } : headers,
  body: JSON.stringify(body),
});

/** A text as it is, without JSON's quotes. */
export const textResponse = (body: unknown): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 200,
  headers: { ...headers, 'content-type': `${textType}; charset=utf-8` },
  body: String(body),
});

export function fileResponse(
  { mediaTypes = [] }: Endpoint,
  { name, type, bytes }: FileResponse,
): APIGatewayProxyStructuredResultV2 {
  if (!mediaTypes.includes(type)) throw new Error(`the contract names no ${type} for this download`);
  return {
    statusCode: 200,
    headers: {
      'content-type': type,
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.() -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
    },
    isBase64Encoded: true,
    body: Buffer.from(bytes).toString('base64'),
  };
}

const notLoaded = 'A service that we depend on does not respond. Try again in a few seconds.';
const perhapsSaved =
  'A service that we depend on does not respond. Check whether your change was saved before you try again.';

interface ErrorBody {
  code: ErrorCode;
  message: string;
  fields?: Readonly<Record<string, string>> | undefined;
  /** Identifies the request in the log. */
  requestId: string;
}

export const errorJson = (body: ErrorBody): APIGatewayProxyStructuredResultV2 =>
  json(errorStatus[body.code], body);

/** Returns the portal's error response: status, code, message, fields, and the request id for support. */
export function errorResponse(
  endpoint: Endpoint,
  error: unknown,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  if (error instanceof NotSignedIn)
    return errorJson({ code: 'not-signed-in', message: 'Please sign in.', requestId });
  if (error instanceof BadRequest)
    return errorJson({ code: 'bad-request', message: error.message, fields: error.fields, requestId });
  if (error instanceof UnsafeKeyError) {
    const fields = { [error.key]: error.message };
    return errorJson({ code: 'bad-request', message: error.message, fields, requestId });
  }
  if (error instanceof Refusal) {
    const fields = error.field === undefined ? undefined : fieldsOnWire(endpoint, error.fields);
    const { code, message } = error;
    return errorJson({ code, message, fields, requestId });
  }
  if (isTemporary(error)) {
    const isRead = endpoint.method === 'GET';
    const message = isRead ? notLoaded : perhapsSaved;
    const response = errorJson({ code: 'unavailable', message, requestId });
    return { ...response, headers: { ...response.headers, 'retry-after': '5' } };
  }
  const message = 'Something went wrong on our side. Please try again.';
  return errorJson({ code: 'failed', message, requestId });
}
