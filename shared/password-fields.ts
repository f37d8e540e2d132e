import { countSymbols } from './field.ts';
import { words } from './fields.ts';

const maxPassword = 30;

/**
 * A new password: 8 to 30 characters with at least one letter and one digit. Blanks are preserved and count toward the
 * maximum but not toward the minimum.
 */
export const password = (label: string) =>
  words<true>(label, 'password', maxPassword, {}, (sent) => {
    if (countSymbols(sent.replaceAll(/\s/g, '')) < 8) return { problem: 'must be at least 8 symbols.' };
    if (countSymbols(sent) > maxPassword) return { problem: `must be at most ${maxPassword} symbols.` };
    if (/\p{Cc}/u.test(sent)) return { problem: 'is not valid.' };
    if (/\p{L}/u.test(sent) && /\d/.test(sent)) return { value: sent };
    return { problem: 'must contain at least one letter and one digit.' };
  });

/** A password or PIN that is only compared, never validated or changed. */
export const secret = (label: string, { max = 256 }: { max?: number } = {}) =>
  words<true>(label, 'password', max, {}, (sent) =>
    countSymbols(sent) > max ? { problem: `must be at most ${max} symbols.` } : { value: sent },
  );

/** The repeated password. It has the same maximum; the form compares both. */
export const passwordConfirmation = (label: string) => secret(label, { max: maxPassword });
