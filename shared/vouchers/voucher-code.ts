/** The symbols of a code: nothing that is read as another (0 and O, 1 and I). There are 32, so five bits make one. */
export const codeSymbols = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const codeLength = 12;

/**
 * A code as it is kept, of a text as people type or scan it: any case, with or without hyphens and blanks. Undefined
 * when it can be none.
 */
export function readCode(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();
  return code.length === codeLength && Array.from(code).every((symbol) => codeSymbols.includes(symbol))
    ? code
    : undefined;
}

/**
 * The token in the address of a recipient's page, as a camera or a hand scanner reads it from the QR code. Undefined for
 * any other text.
 */
export const readVoucherAddress = (scanned: string): string | undefined =>
  /^https?:\/\/\S+\/voucher\/([\w-]{43})$/.exec(scanned.trim())?.[1];

/** A code as people read it, in groups of four: ABCD-EFGH-JKLM. */
export const showCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-');

/** What is left of a code that was used: its last group. */
export const endOfCode = (code: string): string => `…${code.slice(-4)}`;
