import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';

/** Queries one page of a partition of the table. */
export const queryTable = (
  input: Omit<QueryCommandInput, 'TableName' | 'IndexName'>,
): Promise<QueryCommandOutput> => client.send(new QueryCommand({ TableName: tableName(), ...input }));
