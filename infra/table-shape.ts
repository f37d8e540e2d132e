import { indexName, sortColumns } from '../functions/table/list-indexes.ts';

/** The indexes of the table, for CDK and for the local engine: one per sort column, keys only. */
export const tableIndexes = Array.from({ length: sortColumns }, (_, column) => ({
  name: indexName(column + 1),
  partitionKey: 'list',
  sortKey: `s${column + 1}`,
}));
