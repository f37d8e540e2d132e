import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';

const cursorShape = z.object({ i: z.string(), d: z.boolean(), k: z.record(z.string(), z.string()) });

/** Where a page ends, as text for the client: the index, the direction and the last key. */
export const encodeCursor = (index: string, backwards: boolean, key: Record<string, unknown>): string =>
  Buffer.from(JSON.stringify({ i: index, d: backwards, k: key })).toString('base64url');

/** The index, the direction and the last key of a cursor; throws when the text is not a cursor. */
export const readCursor = (cursor: string): z.output<typeof cursorShape> =>
  cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));

/** What a cursor of this index names, and nothing else: DynamoDB fails on a key too few or too many. */
const cursorNames = (index: string): string =>
  (index === 'search' ? ['pk', 'sk'] : ['list', 'pk', index.replace(/^by-/, ''), 'sk']).toSorted().join();

/** DynamoDB's limit of a sort key, which is the lower one: 1024 bytes. */
const isKeyValue = (value: string): boolean => value !== '' && Buffer.byteLength(value) <= 1024;

/** The key that a cursor names; refuses ('invalid', field 'cursor') one of another list, order or shape. */
export function decodeCursor(cursor: string, index: string, backwards: boolean, partition: [string, string]) {
  try {
    const { i, d, k } = readCursor(cursor);
    const fits =
      Object.keys(k).toSorted().join() === cursorNames(index) && Object.values(k).every(isKeyValue);
    if (i === index && d === backwards && k[partition[0]] === partition[1] && fits) return k;
  } catch {
    // a cursor that is no JSON is refused like one of another list
  }
  throw new Refusal(
    'invalid',
    'This page of the list is no longer there. Start again from the first page.',
    'cursor',
  );
}
