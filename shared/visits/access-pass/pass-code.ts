// Code generation that a phone can run offline: imports nothing.

/** A code is shown for this long. */
export const passSeconds = 30;
/** For how many days a phone shows codes without asking again. */
export const passDays = 7;
/** Phones and clubs may differ by one code either way. */
export const passTolerance = 1;
/** How many codes back one is still known as an old one. */
export const oldCodes = 20;

// Crockford's 32: five bits each, and no I, L, O, U
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const partLength = 8;

/** Which code is shown at an instant: the number of half minutes since 1970. */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / passSeconds);

/** Eight symbols of the first five bytes of a code's MAC. */
export function codeOfMac(mac: Uint8Array): string {
  const bits = [...mac.subarray(0, 5)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(
    { length: partLength },
    (_, at) => symbols[parseInt(bits.slice(at * 5, at * 5 + 5), 2)],
  ).join('');
}

/** The message of a code's MAC. */
export const codeMessage = (number: string, step: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${number}/${step}`);

/** A code as it is shown and scanned: number and code, in groups of four. */
export const passText = (number: string, code: string): string =>
  `${number}${code}`.replaceAll(/.{4}(?=.)/g, '$&-');

/** A pass as people type it or a camera reads it; undefined when the text can be none. */
export function readPass(input: string): { number: string; code: string } | undefined {
  const text = input.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();
  const read = text.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (read.length !== 2 * partLength || Array.from(read).some((symbol) => !symbols.includes(symbol)))
    return undefined;
  return { number: read.slice(0, partLength), code: read.slice(partLength) };
}
