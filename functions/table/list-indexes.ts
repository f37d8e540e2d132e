/** Maximum sort columns of a list; each is an index of the table (DynamoDB allows 20). */
export const sortColumns = 12;

export const indexName = (column: number): string => `by-s${column}`;

/** Index of audit events by user, newest last. */
export const whoIndex = 'by-who';

/** Lists with many concurrent writers, such as the imports of one partner. */
const busyLists = ['VISITS#', 'JOBS#', 'MEMBERS'];

/** Returns the number of shards of a list's row count, which avoids contention of concurrent writers. */
export const countShards = (list: string): number =>
  // read in large numbers and written by few concurrent jobs
  list.startsWith('PAYMENTS-IN#') ? 4 : busyLists.some((start) => list.startsWith(start)) ? 16 : 1;
