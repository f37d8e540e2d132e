/** Symbols of a code without look-alikes (0 and O, 1 and I): 32, or five bits each. */
export const codeSymbols = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const codeLength = 12;

/** Parses a code in any case, with or without hyphens and spaces; undefined if invalid. */
export function readCode(input: string): string | undefined {
  const code = input.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();
  return code.length === codeLength && Array.from(code).every((symbol) => codeSymbols.includes(symbol))
    ? code
    : undefined;
}

/** Parses the token of a recipient's page from a scanned QR code; undefined for other text. */
export const readVoucherAddress = (scanned: string): string | undefined =>
  /^https?:\/\/\S+\/voucher\/([\w-]{43})$/.exec(scanned.trim())?.[1];

/** Formats a code in groups of four: ABCD-EFGH-JKLM. */
export const showCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-');

/** Returns the last group of a used code. */
export const endOfCode = (code: string): string => `…${code.slice(-4)}`;
