import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientSettings } from '../platform/client-settings.ts';

const plainClient = new DynamoDBClient(clientSettings());
// copies every request and answer for a log that nobody keeps: a tenth of what reading many rows costs
plainClient.middlewareStack.remove('loggerMiddleware');

/** The one client of the table. The SDK reads its endpoint and region from the environment, here and on AWS alike. */
export const client = DynamoDBDocumentClient.from(plainClient, {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = (): string => process.env.TABLE_NAME ?? 'wellport';
