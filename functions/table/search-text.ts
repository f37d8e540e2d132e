import { searchLetters } from '../../shared/transliterate.ts';

/** Maximum searchable characters of a text; longer entries would exceed the size of a sort key. */
const longest = 250;

/**
 * Maximum search entries of a record in all of its lists. A change that replaces all of them must fit into a transaction
 * of 100 items. A member in three lists can have a name of 13 words.
 */
export const maxSearchEntries = 45;

const plain = (text: string, apostrophe: '' | ' '): string => {
  const words = searchLetters(text)
    .toLowerCase()
    .replaceAll(/['’‘ʼ`´]/g, apostrophe)
    .replaceAll(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words.slice(0, longest).trim() : '';
};

/**
 * Returns text for searching: lowercase, without accents and apostrophes, one space between groups of letters, digits,
 * and slashes ("Owen.Ali@" is "owen ali", "O'Neill" is "oneill"). Empty for text that cannot match.
 */
export const searchText = (text: string): string => plain(text, '');

/** A search entry of a record, found by beginnings of at least `from` characters. */
export interface SearchEntry {
  text: string;
  from: number;
}

/**
 * Returns the search entries of a record: each text from each of its words, so that "van der berg" and "berg" find Jan
 * van der Berg; an email address from its beginning only. Beginnings that several entries share belong to the first one,
 * so that a search returns a record once.
 */
export function searchEntries(texts: readonly (string | null | undefined)[]): SearchEntry[] {
  const all = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    for (const apostrophe of ['', ' '] as const) {
      const words = plain(text, apostrophe).split(' ');
      const starts = text.includes('@') ? 1 : words.length;
      for (let start = 0; start < starts; start++) all.add(words.slice(start).join(' '));
    }
  }
  all.delete('');
  const sorted = [...all].toSorted();
  return sorted
    .filter((text, index) => !sorted[index + 1]?.startsWith(text))
    .map((text, index, entries) => ({ text, from: sharedLength(text, entries[index - 1] ?? '') + 1 }));
}

/** Returns the length of the common beginning of two texts. */
function sharedLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/**
 * Returns the upper bound of texts with a beginning. Range conditions are used instead of `begins_with`, for which the
 * local engine reads the whole partition.
 */
export const endOf = (start: string): string => `${start}\u{10ffff}`;
