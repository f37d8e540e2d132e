import { states } from '../states.ts';

/** Texts that people and systems write into cells without a value. */
const placeholder =
  /^(?:n\.?\s?\/?\s?a\.?|none|null|nil|unknown|unk|not (?:available|applicable|provided|given)|no (?:phone|email|address)|tbd|[?*_.\s/0x–—-]*)$/i;

/** Returns true for a cell without information: blank, "n/a", "-", or "none". */
export const isPlaceholder = (text: string): boolean => placeholder.test(text.trim());

/** Returns a text with ASCII hyphens and ordinary blanks. */
const plainDashes = (text: string): string =>
  text
    .replaceAll(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();

const labelBefore =
  /^(?:cell(?:ular)?|mobile|mob|home|work|office|direct|main|phone|tel(?:ephone)?|ph|[cmhwotp])\.?(?:\s*:\s*|\s+(?=[\d(+]))/i;
const labelAfter =
  /\s*(?:\(\s*(?:cell(?:ular)?|mobile|mob|home|work|office|direct|main|phone|tel|ph|[cmhwotp])\.?\s*\)|[-,]?\s+(?:cell(?:ular)?|mobile|mob|home|work|office|direct|main|phone|tel|ph|[cmhwotp])\.?)$/i;
const extension = /[\s,;]*(?:\bext(?:ension)?\.?|x|#)\s*[:.]?\s*(\d{1,6})$/i;

/**
 * Returns a phone number without labels and extension: "612/555-0145 (cell)" is "(612) 555-0145", "001 612 555 0144" is
 * "+1 612-555-0144". Returns '' for text that is not exactly one complete number.
 */
export function readablePhone(text: string): string {
  const number = plainDashes(text)
    .replace(/^tel:/i, '')
    .replace(labelBefore, '')
    .replace(labelAfter, '')
    .replace(extension, '')
    .replace(/(\d)\.0+$/, '$1')
    .replace(labelAfter, '')
    .trim();
  if (!/^\+?[\d ().\-/[\]]+$/.test(number)) return '';
  const digits = number.replaceAll(/\D/g, '');
  const abroad = /^(?:00|011)/.exec(digits)?.[0] ?? '';
  const isInternational = number.startsWith('+') || abroad !== '';
  const whole = digits.slice(abroad.length);
  if (isInternational && !whole.startsWith('1')) return /^[2-9]\d{7,14}$/.test(whole) ? `+${whole}` : '';
  const local = whole.length === 11 && whole.startsWith('1') ? whole.slice(1) : isInternational ? '' : whole;
  if (!/^[2-9]\d{9}$/.test(local)) return '';
  const [area, exchange, line] = [local.slice(0, 3), local.slice(3, 6), local.slice(6)];
  return isInternational ? `+1 ${area}-${exchange}-${line}` : `(${area}) ${exchange}-${line}`;
}

/** Returns the first five digits of a ZIP code in a common form: "55125-1234", "MN 55125", "55125.0"; otherwise ''. */
export function readableZip(text: string): string {
  const [, digits = ''] =
    /^(?:[A-Z]{2}\.? )?(\d{3,5})(?:\.0+|[- ]?\d{4}|[- ]\d{0,3})?$/i.exec(plainDashes(text)) ?? [];
  // spreadsheets remove the leading zero of a ZIP code
  return digits.padStart(digits === '' ? 0 : 5, '0');
}

// traditional abbreviations that differ from the postal code and from the start of the name
const traditional: Readonly<Record<string, string>> = {
  calif: 'CA',
  penna: 'PA',
  mass: 'MA',
  conn: 'CT',
  minn: 'MN',
  wisc: 'WI',
  tenn: 'TN',
  wash: 'WA',
  washingtondc: 'DC',
  districtofcolumbia: 'DC',
};

/** Returns the postal code of a state: "D.C.", "minnesota", "US-MN", "MN - Minnesota"; other text is unchanged. */
export function readableState(text: string): string {
  const plain = plainDashes(text).replace(/^(?:US|USA)[-_ ]+/i, '');
  const [code = '', name = ''] = plain.split(/\s*[-–(,]\s*/);
  const letters = (part: string) => part.replaceAll(/[^\p{L}]/gu, '').toLowerCase();
  const named = (part: string) => states.find((state) => letters(state.name) === letters(part))?.abbr;
  if (name !== '' && named(name) === code.toUpperCase()) return code.toUpperCase();
  if (/^(?:\p{L}\.\s?){2}$/u.test(plain) || /^\p{L}{2}$/u.test(plain)) return letters(plain).toUpperCase();
  return named(plain) ?? traditional[letters(plain)] ?? text;
}
