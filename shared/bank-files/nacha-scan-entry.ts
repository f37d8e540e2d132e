import type { Direction } from './nacha-codes.ts';

const [zero, one, blank, lastPrintable] = [48, 49, 0x20, 0x7e];

/** Returns the number of a digit field; negative when it contains other characters. */
export function readDigits(bytes: Uint8Array, from: number, width: number): number {
  let value = 0;
  for (let at = from; at < from + width; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Returns the number of characters (0x21 to 0x7e) before the first blank; -1 when the field is invalid. */
function wordLength(bytes: Uint8Array, from: number, to: number, digitsOnly: boolean): number {
  let length = -1;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === blank) {
      if (length === -1) length = at - from;
    } else if (length !== -1 || byte < blank || byte > lastPrintable) return -1;
    else if (digitsOnly && (byte < zero || byte > zero + 9)) return -1;
  }
  return length === -1 ? to - from : length;
}

function isText(bytes: Uint8Array, from: number, to: number): boolean {
  let isBlank = true;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < blank || byte > lastPrintable) return false;
    if (byte !== blank) isBlank = false;
  }
  return !isBlank;
}

const isPrintable = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= blank && byte <= lastPrintable;

/** Returns true for nine digits, not all zero, with a weighted sum that ends in 0. */
function isRouting(bytes: Uint8Array, from: number): boolean {
  let sum = 0;
  for (let index = 0; index < 9; index += 1) {
    const digit = (bytes[from + index] ?? 0) - zero;
    if (digit < 0 || digit > 9) return false;
    sum += digit * (index % 3 === 0 ? 3 : index % 3 === 1 ? 7 : 1);
  }
  return sum > 0 && sum % 10 === 0;
}

/**
 * Returns the direction of record 6 at an offset; undefined when a field is invalid. Does not check trace and batch.
 */
export function entryDirection(bytes: Uint8Array, start: number, recurs: boolean): Direction | undefined {
  const family = (bytes[start + 1] ?? 0) - zero;
  const ending = (bytes[start + 2] ?? 0) - zero;
  const isPrenote = ending === 3 || ending === 8;
  if ((family !== 2 && family !== 3) || !(isPrenote || ending === 2 || ending === 7)) return undefined;
  const amount = readDigits(bytes, start + 29, 10);
  const promise = bytes[start + 78];
  const isRight =
    isRouting(bytes, start + 3) &&
    wordLength(bytes, start + 12, start + 29, true) >= 4 &&
    (isPrenote ? amount === 0 : amount > 0) &&
    wordLength(bytes, start + 39, start + 54, false) >= 1 &&
    isText(bytes, start + 54, start + 76) &&
    (recurs
      ? saysWhetherItRecurs(bytes, start + 76)
      : isPrintable(bytes[start + 76]) && isPrintable(bytes[start + 77])) &&
    (promise === zero || promise === one);
  return isRight ? (ending >= 5 ? 'debit' : 'credit') : undefined;
}

const saysWhetherItRecurs = (bytes: Uint8Array, at: number): boolean =>
  (bytes[at] === 82 || bytes[at] === 83) && bytes[at + 1] === blank;

/** Returns true for the single addenda (record 7) of the entry whose trace has this ending. */
export const isRightAddenda = (bytes: Uint8Array, start: number, traceEnd: number): boolean =>
  bytes[start + 1] === zero &&
  bytes[start + 2] === zero + 5 &&
  isText(bytes, start + 3, start + 83) &&
  readDigits(bytes, start + 83, 4) === 1 &&
  readDigits(bytes, start + 87, 7) === traceEnd;
