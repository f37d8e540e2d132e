import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';
import { handle } from '../../handle.ts';
import { returnedEntries } from '../treasury/gauge-store.ts';

const pageSize = 50;

export const handler = handle(bankFiles.listReturnedEntries, async ({ query: { cursor, ...which }, now }) => {
  const { items, nextCursor } = await returnedEntries(which, cursor, pageSize, now);
  return {
    items: items.map((entry) => ({ ...entry, meaning: returnCode(entry.code).meaning })),
    nextCursor,
  };
});
