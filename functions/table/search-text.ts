import { withoutMarks } from '../../shared/transliterate.ts';

/** How much of a text is found by its beginning. */
const longest = 80;

/** From how many of its words on a text is found: a name of forty words must fit a transaction. */
const mostStarts = 8;

const plain = (text: string, apostrophe: '' | ' '): string => {
  const words = withoutMarks(text)
    .toLowerCase()
    .replaceAll(/['’‘ʼ`´]/g, apostrophe)
    .replaceAll(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(words) ? words.slice(0, longest).trim() : '';
};

/**
 * What a search compares: lower case, no accents, no apostrophes, one space for anything else between letters,
 * digits and slashes ("Owen.Ali@" is "owen ali", "O'Neill" is "oneill"). Empty for a text that can match nothing.
 */
export const searchText = (text: string): string => plain(text, '');

/** One search entry of a record: found by its beginnings of `from` characters and more. */
export interface SearchEntry {
  text: string;
  from: number;
}

/**
 * The entries that a record is found by: each text from each of its words on, so that "van der berg" and "berg" find Jan
 * van der Berg; an email address from its beginning alone. What another entry begins with is left out, and of entries
 * that begin alike only the first counts for those beginnings, so that a search shows a record once.
 */
export function searchEntries(texts: readonly (string | null | undefined)[]): SearchEntry[] {
  const all = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    for (const apostrophe of ['', ' '] as const) {
      const words = plain(text, apostrophe).split(' ');
      const starts = text.includes('@') ? 1 : Math.min(words.length, mostStarts);
      for (let start = 0; start < starts; start++) all.add(words.slice(start).join(' '));
    }
  }
  all.delete('');
  const sorted = [...all].toSorted();
  return sorted
    .filter((text, place) => !sorted[place + 1]?.startsWith(text))
    .map((text, place, kept) => ({ text, from: sharedLength(text, kept[place - 1] ?? '') + 1 }));
}

/** How many characters two texts begin alike with. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
