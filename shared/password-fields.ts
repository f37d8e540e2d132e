import { countSymbols } from './field.ts';
import { words } from './fields.ts';

/** Maximum of the specified profile and manager forms (spec 1 §11, spec 2 §9); other forms accept passphrases. */
const maxInProfile = 30;
export const maxPassphrase = 64;

/**
 * A new password: 8 to `max` characters with at least one letter and one digit. Blanks are preserved and count toward the
 * maximum but not toward the minimum.
 */
export const password = (label: string, max = maxInProfile) =>
  words<true>(label, 'password', max, {}, (sent) => {
    if (countSymbols(sent.replaceAll(/\s/g, '')) < 8) return { error: 'must be at least 8 symbols.' };
    if (countSymbols(sent) > max) return { error: `must be at most ${max} symbols.` };
    if (/\p{Cc}/u.test(sent)) return { error: 'is not valid.' };
    if (/\p{L}/u.test(sent) && /\d/.test(sent)) return { value: sent };
    return { error: 'must contain at least one letter and one digit.' };
  });

/** A password or PIN that is only compared, never validated or changed. */
export const secret = (label: string, { max = 256 }: { max?: number } = {}) =>
  words<true>(label, 'password', max, {}, (sent) =>
    countSymbols(sent) > max ? { error: `must be at most ${max} symbols.` } : { value: sent },
  );

/** The repeated password. It has the same maximum; the form compares both. */
export const passwordConfirmation = (label: string, max = maxInProfile) => secret(label, { max });
