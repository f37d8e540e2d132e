import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientSettings } from '../platform/client-settings.ts';

const plainClient = new DynamoDBClient(clientSettings());
// the logger copies every request and response: 10 % of the cost of reading many rows
plainClient.middlewareStack.remove('loggerMiddleware');

/** The table's client. The SDK reads endpoint and region from the environment, locally and on AWS. */
export const client = DynamoDBDocumentClient.from(plainClient, {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = (): string => process.env.TABLE_NAME ?? 'wellport';
