/** Returns the initials of the first and last word, without punctuation: 'NI' for 'Northern Lights Insurance'. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => (/[\p{L}\p{N}]/u.exec(word) ?? Array.from(word))[0] ?? '')
    .join('')
    .toUpperCase();
}

/** Name of a user who was removed. */
export const formerUser = 'Former user';
