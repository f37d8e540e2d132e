/** How many sort columns a list may have; each is one index of the table (DynamoDB allows 20). */
export const sortColumns = 12;

export const indexName = (column: number): string => `by-s${column}`;

/** Lists that many workers write at once, such as the imports of one partner. */
const busyLists = ['VISITS#', 'JOBS#', 'MEMBERS'];

/** Over how many items a list's row count is spread: writers of a busy list would all meet in one. */
export const countShards = (list: string): number =>
  // read many at a time, and written by few jobs at once
  list.startsWith('PAYMENTS-IN#') ? 4 : busyLists.some((start) => list.startsWith(start)) ? 16 : 1;
