import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';

const cursorShape = z.object({ i: z.string(), d: z.boolean(), k: z.record(z.string(), z.string()) });

/** Encodes the end of a page as an opaque cursor: index, direction, and last key. */
export const encodeCursor = (index: string, backwards: boolean, key: Record<string, unknown>): string =>
  Buffer.from(JSON.stringify({ i: index, d: backwards, k: key })).toString('base64url');

/** Decodes a cursor; throws for any other text. */
const readCursor = (cursor: string): z.output<typeof cursorShape> =>
  cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));

/** Attributes of a cursor's key in this index; DynamoDB rejects missing and additional ones. */
const cursorNames = (index: string): string =>
  (index === 'search' ? ['pk', 'sk'] : ['list', 'pk', index.replace(/^by-/, ''), 'sk']).toSorted().join();

/** True for text that DynamoDB accepts in a key: its lower limit is that of a sort key, 1024 bytes. */
const isKeyValue = (value: string): boolean =>
  value !== '' && Buffer.byteLength(value) <= 1024 && value.isWellFormed();

/** Returns the key of a cursor; throws 'invalid' at 'cursor' for another list, order, or shape. */
export function decodeCursor(cursor: string, index: string, backwards: boolean, partition: [string, string]) {
  try {
    const { i, d, k } = readCursor(cursor);
    const fits =
      Object.keys(k).toSorted().join() === cursorNames(index) && Object.values(k).every(isKeyValue);
    if (i === index && d === backwards && k[partition[0]] === partition[1] && fits) return k;
  } catch {
    // invalid JSON is refused like a cursor of another list
  }
  throw new Refusal(
    'invalid',
    'This page is no longer available. Start again from the first page.',
    'cursor',
  );
}
