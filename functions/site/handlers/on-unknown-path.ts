import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Handles paths and methods under /api that match no endpoint, with the same JSON error format as endpoints. */
export const handler = async ({
  requestContext: { requestId },
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => ({
  statusCode: 404,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify({ message: 'Endpoint not found.', requestId }),
});
