import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Received } from '../support/call.ts';

/** Response to a request; status 0 if the function ended before it responded. */
export type Response = Pick<Received, 'status' | 'body' | 'bytes'>;

export function responseOf(response: APIGatewayProxyStructuredResultV2 | undefined): Response {
  if (!response) return { status: 0, body: undefined, bytes: Buffer.alloc(0) };
  const bytes = Buffer.from(response.body ?? '', response.isBase64Encoded ? 'base64' : 'utf8');
  const isJson = String(response.headers?.['content-type']).startsWith('application/json');
  return {
    status: response.statusCode ?? 200,
    bytes,
    body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
  };
}

/** Emails of members and managers end with their partner: `@p3.test`. */
export const containsOthers = (text: string, email: string): boolean =>
  [...text.matchAll(/@p\d+\.test/g)].some(([domain]) => !email.endsWith(domain));

export const messageOf = ({ body }: Response): string => {
  const { message, fields } = (body ?? {}) as { message?: unknown; fields?: unknown };
  return [message, fields]
    .filter(Boolean)
    .map((part) => JSON.stringify(part))
    .join(' ');
};
