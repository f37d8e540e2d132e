import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientSettings } from '../platform/client-settings.ts';

/** The one client of the table. The SDK reads its endpoint and region from the environment, here and on AWS alike. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings()), {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = (): string => process.env.TABLE_NAME ?? 'wellport';
