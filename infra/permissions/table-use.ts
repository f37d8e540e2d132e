import { indexName, sortColumns, whoIndex } from '../../functions/table/list-indexes.ts';

/** The indexes of lists: one KEYS_ONLY index per sort column. */
export const listIndexes = Array.from({ length: sortColumns }, (_, column) => ({
  name: indexName(column + 1),
  partitionKey: 'list',
  sortKey: `s${column + 1}`,
}));

/** The table's indexes, for the CDK and the local engine. Existing audit events are in the index of users as well. */
export const tableIndexes = [...listIndexes, { name: whoIndex, partitionKey: 'who', sortKey: 'when' }];

/** Returns the end of the name of a restored table; `time` as `20261120T080000Z`. */
export const restoredSuffix = (time: string): string => `-restored-${time}`;

/** A request of DynamoDB to the table or its indexes, by IAM action. */
interface TableOperation {
  action: string;
  on: 'table' | 'indexes';
}

/**
 * The IAM action of each module of functions/table that creates requests. No other module does, so a function needs the
 * actions of the modules in its bundle (test/infra).
 */
export const tableOperations: Readonly<Record<string, TableOperation>> = {
  'get-item': { action: 'dynamodb:GetItem', on: 'table' },
  'batch-get-items': { action: 'dynamodb:BatchGetItem', on: 'table' },
  'query-table': { action: 'dynamodb:Query', on: 'table' },
  'query-index': { action: 'dynamodb:Query', on: 'indexes' },
  'condition-check': { action: 'dynamodb:ConditionCheckItem', on: 'table' },
  'put-item': { action: 'dynamodb:PutItem', on: 'table' },
  'update-item': { action: 'dynamodb:UpdateItem', on: 'table' },
  'delete-item': { action: 'dynamodb:DeleteItem', on: 'table' },
};

/** Reports whether a function with these modules uses an action on the table or its indexes. */
export const usesTable = (modules: ReadonlySet<string>, action: string, on: TableOperation['on']): boolean =>
  Object.entries(tableOperations).some(
    ([name, operation]) =>
      operation.action === action && operation.on === on && modules.has(`functions/table/${name}.ts`),
  );
