import * as z from 'zod';

/**
 * Returns true if a search for this text can have results: it contains a letter or a digit. Spaces and punctuation
 * between them are allowed ("owen ali", "owen.ali@", "o'neill"). An empty text disables the search.
 */
export const isSearchable = (text: string): boolean => text.trim() === '' || /[\p{L}\p{N}]/u.test(text);

/** The error for a text that cannot have results (spec 2 §5, key fob search). */
export const notSearchable = 'Search for letters and numbers only, without spaces.';

export const searchText = z.string().trim().max(100).refine(isSearchable, notSearchable);
