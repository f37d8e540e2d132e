import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { onUnknownPathHandler as handler } from '../../functions/site/handlers.ts';

it('returns JSON with the request ID for an unknown path under /api, and allows no caching', async () => {
  const event = {
    rawPath: '/api/unknown',
    requestContext: { requestId: 'request-7' },
  } as APIGatewayProxyEventV2;
  const { statusCode, headers, body } = await handler(event);
  expect(statusCode).toBe(404);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(JSON.parse(body ?? '')).toEqual({
    code: 'not-found',
    message: 'Endpoint not found.',
    requestId: 'request-7',
  });
});
