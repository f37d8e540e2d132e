import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from './client.ts';
import { indexName, whoIndex } from './list-indexes.ts';
import { endOf } from './search-text.ts';

type IndexQuery = Pick<
  QueryCommandInput,
  'Select' | 'ProjectionExpression' | 'ScanIndexForward' | 'Limit' | 'ExclusiveStartKey'
> & {
  /** Beginning of the column's sort text; all rows by default. */
  beginsWith?: string;
};

/** Queries one page of a list in the order of a column, from 1; a projection names the column `#column`. */
export const queryIndex = (
  list: string,
  column: number,
  { beginsWith, ...input }: IndexQuery,
): Promise<QueryCommandOutput> =>
  client.send(
    new QueryCommand({
      ...input,
      TableName: tableName(),
      IndexName: indexName(column),
      KeyConditionExpression: beginsWith
        ? '#list = :list and #column between :start and :end'
        : '#list = :list',
      ExpressionAttributeNames: {
        '#list': 'list',
        // DynamoDB rejects unused names
        ...((beginsWith || input.ProjectionExpression) && { '#column': `s${column}` }),
      },
      ExpressionAttributeValues: {
        ':list': list,
        ...(beginsWith && { ':start': beginsWith, ':end': endOf(beginsWith) }),
      },
    }),
  );

/** Queries the keys of the latest items of a user (`who`) before an ISO instant, newest first. */
export const queryWho = (who: string, before: string, limit: number): Promise<QueryCommandOutput> =>
  client.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: whoIndex,
      KeyConditionExpression: 'who = :who and #when < :before',
      ExpressionAttributeNames: { '#when': 'when' },
      ExpressionAttributeValues: { ':who': who, ':before': before },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
