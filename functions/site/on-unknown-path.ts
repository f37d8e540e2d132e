import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** What the gateway runs for a path or a method under /api that no endpoint has: an error like all others, as JSON. */
export const handler = async ({
  requestContext: { requestId },
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => ({
  statusCode: 404,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify({ message: 'Endpoint not found.', requestId }),
});
