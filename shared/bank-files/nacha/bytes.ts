import { isRoutingNumber } from '../../bank-accounts/routing-number.ts';
import { allowsDirection, amountLimit, recordLength, type NachaBatch, type NachaEntry } from './format.ts';

const [lineFeed, blank, zero, six, nine, lastPrintable] = [10, 0x20, 48, 54, 57, 0x7e];

export class NachaBytes {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(lines: number) {
    this.bytes = new Uint8Array(lines * (recordLength + 1)).fill(nine);
  }

  line(text: string): void {
    for (let index = 0; index < recordLength; index += 1)
      this.bytes[this.at + index] = text.charCodeAt(index);
    this.end(this.at);
  }

  /**
   * Writes record 6. Returns false for what {@link entryLine} rejects, and for same-day and WEB entries, which have
   * additional rules.
   */
  entry(batch: NachaBatch, entry: NachaEntry, odfi: string, lastTrace: string): boolean {
    const { transactionCode: code, amount, trace, routingNumber } = entry;
    const start = this.at;
    const isRight =
      isSupported(batch, entry) &&
      isRoutingNumber(routingNumber) &&
      trace.length === 15 &&
      trace.startsWith(odfi) &&
      trace > lastTrace &&
      this.word(start + 12, 17, entry.accountNumber, true) >= 4 &&
      this.word(start + 39, 15, entry.id, false) >= 1 &&
      this.text(start + 54, 22, entry.name) &&
      this.word(start + 79, 15, trace, true) === 15;
    if (!isRight) return this.erase(start);
    this.bytes[start] = six;
    this.digits(start + 1, 2, code);
    for (let index = 0; index < 9; index += 1)
      this.bytes[start + 3 + index] = routingNumber.charCodeAt(index);
    this.digits(start + 29, 10, amount);
    this.bytes[start + 76] = blank;
    this.bytes[start + 77] = blank;
    this.bytes[start + 78] = zero + entry.addenda.length;
    this.end(start);
    return true;
  }

  filled(): Uint8Array {
    for (let end = this.at + recordLength; end < this.bytes.length; end += recordLength + 1)
      this.bytes[end] = lineFeed;
    return this.bytes;
  }

  private end(start: number): void {
    this.bytes[start + recordLength] = lineFeed;
    this.at = start + recordLength + 1;
  }

  private erase(start: number): false {
    this.bytes.fill(nine, start, start + recordLength + 1);
    return false;
  }

  private digits(at: number, width: number, value: number): void {
    let rest = value;
    for (let index = at + width - 1; index >= at; index -= 1) {
      const next = Math.floor(rest / 10);
      this.bytes[index] = zero + (rest - next * 10);
      rest = next;
    }
  }

  /** Writes a padded field without blanks. Returns its length, or -1 for an invalid character. */
  private word(at: number, width: number, text: string, digitsOnly: boolean): number {
    if (text.length > width) return -1;
    for (let index = 0; index < width; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) : blank;
      if (index < text.length && (code <= blank || code > lastPrintable)) return -1;
      if (digitsOnly && index < text.length && (code < zero || code > nine)) return -1;
      this.bytes[at + index] = code;
    }
    return text.length;
  }

  /** Writes a padded field of printable text. Returns false when the text is too long or blank. */
  private text(at: number, width: number, text: string): boolean {
    if (text.length > width) return false;
    let isBlank = true;
    for (let index = 0; index < width; index += 1) {
      const code = index < text.length ? text.charCodeAt(index) : blank;
      if (code < blank || code > lastPrintable) return false;
      if (code !== blank) isBlank = false;
      this.bytes[at + index] = code;
    }
    return !isBlank;
  }
}

/** Accepts payments and prenotes of classes without additional rules whose amount and direction are valid. */
function isSupported(
  batch: NachaBatch,
  { transactionCode: code, amount, discretionaryData, addenda }: NachaEntry,
) {
  const ending = code % 10;
  const family = (code - ending) / 10;
  const isPrenote = ending === 3 || ending === 8;
  return (
    (family === 2 || family === 3) &&
    (isPrenote || ending === 2 || ending === 7) &&
    allowsDirection(batch.serviceClass, ending >= 5 ? 'debit' : 'credit') &&
    Number.isSafeInteger(amount) &&
    (isPrenote ? amount === 0 : amount > 0 && amount < amountLimit) &&
    batch.sameDayAt === undefined &&
    batch.entryClass !== 'WEB' &&
    discretionaryData === '' &&
    addenda.length <= 1
  );
}

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
export function wordLength(bytes: Uint8Array, from: number, to: number, digitsOnly: boolean): number {
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

export function isText(bytes: Uint8Array, from: number, to: number): boolean {
  let isBlank = true;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < blank || byte > lastPrintable) return false;
    if (byte !== blank) isBlank = false;
  }
  return !isBlank;
}

export const isPrintable = (byte: number | undefined): byte is number =>
  byte !== undefined && byte >= blank && byte <= lastPrintable;

/** Returns true for nine digits, not all zero, with a weighted sum that ends in 0. */
export function isRouting(bytes: Uint8Array, from: number): boolean {
  let sum = 0;
  for (let index = 0; index < 9; index += 1) {
    const digit = (bytes[from + index] ?? 0) - zero;
    if (digit < 0 || digit > 9) return false;
    sum += digit * (index % 3 === 0 ? 3 : index % 3 === 1 ? 7 : 1);
  }
  return sum > 0 && sum % 10 === 0;
}
