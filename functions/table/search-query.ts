import type { QueryCommandInput, QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { keys } from './keys.ts';
import { queryTable } from './query-table.ts';
import { endOf } from './search-text.ts';

/** Queries one page of the search entries of a list that a search text finds. */
export const querySearch = (
  list: string,
  search: string,
  { ExpressionAttributeNames, ...input }: Partial<QueryCommandInput>,
): Promise<QueryCommandOutput> =>
  queryTable({
    ...input,
    KeyConditionExpression: 'pk = :pk and sk between :search and :end',
    FilterExpression: '#from <= :length',
    ExpressionAttributeNames: { '#from': 'from', ...ExpressionAttributeNames },
    ExpressionAttributeValues: {
      ':pk': keys.search(list, '', '').pk,
      ':search': search,
      ':end': endOf(search),
      ':length': search.length,
    },
  });
