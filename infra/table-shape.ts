import { indexName, sortColumns, whoIndex } from '../functions/table/list-indexes.ts';

/** The indexes of lists: one KEYS_ONLY index per sort column. */
export const listIndexes = Array.from({ length: sortColumns }, (_, column) => ({
  name: indexName(column + 1),
  partitionKey: 'list',
  sortKey: `s${column + 1}`,
}));

/** The table's indexes, for the CDK and the local engine. Existing audit events are in the index of users as well. */
export const tableIndexes = [...listIndexes, { name: whoIndex, partitionKey: 'who', sortKey: 'when' }];
