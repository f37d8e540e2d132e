import { indexName, sortColumns } from '../functions/table/list-indexes.ts';

/** The table's indexes, for the CDK and the local engine: one KEYS_ONLY index per sort column. */
export const tableIndexes = Array.from({ length: sortColumns }, (_, column) => ({
  name: indexName(column + 1),
  partitionKey: 'list',
  sortKey: `s${column + 1}`,
}));
