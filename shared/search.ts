import * as z from 'zod';

/**
 * Can a search for this text find anything? It needs a letter or a digit; spaces and punctuation between them are fine
 * ("owen ali", "owen.ali@", "o'neill"). No text at all is no search.
 */
export const canBeFound = (text: string): boolean => text.trim() === '' || /[\p{L}\p{N}]/u.test(text);

/** What is said about a text that can match nothing (spec 2 §5, key fob search). */
export const cannotBeFound = 'Search for letters and numbers only, without spaces.';

/** The search text of a list. */
export const searchText = z.string().trim().max(100).refine(canBeFound, cannotBeFound);
