const daysTo1904 = 1462;
const latestSerial = 2_958_465; // 9999-12-31
const millisecondsADay = 86_400_000;
// Excel stores 15 digits; the others of a longer number are lost
const exactBelow = 1e15;

/**
 * Returns a cell's number as digits, with Excel's 15 digits: 1e6 → "1000000". A whole number with lost last digits
 * is in scientific notation: 1234567890123456 → "1.23456789012346E+15".
 */
export function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  if (Math.abs(rounded) >= exactBelow) return scientific(rounded);
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text;
}

const scientific = (value: number, decimals?: number): string =>
  value
    .toExponential(decimals)
    .toUpperCase()
    .replace(/([+-])(\d)$/, '$10$2');

/**
 * Converts a spreadsheet serial to "2026-03-09", "2026-03-09T18:30:00", or "18:30:00"; undefined if it is no date
 * (ECMA-376 part 1, 18.17.4: day 1 is 1900-01-01, including the nonexistent 1900-02-29; or day 0 is 1904-01-01).
 */
function dateFromSerial(serial: number, from1904: boolean): string | undefined {
  const shifted = from1904 ? serial + daysTo1904 : serial;
  if (!(shifted >= 0) || shifted >= latestSerial + 1) return undefined;
  const day = Math.floor(shifted);
  const seconds = Math.round((shifted - day) * 86_400);
  const sinceFirst = shifted < 60 ? day + 1 : day;
  const iso = new Date(Date.UTC(1899, 11, 30) + sinceFirst * millisecondsADay + seconds * 1000).toISOString();
  if (day === 0 && !from1904) return iso.slice(11, 19);
  return iso.slice(0, iso.includes('T00:00:00') ? 10 : 19);
}

/** Reports whether a number format is a date or time; built-in IDs by ECMA-376 part 1, 18.8.30. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) {
    return (
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    );
  }
  const format = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').split(';')[0] ?? '';
  return /[ymdhs]/i.test(format) && !/general/i.test(format);
}

const builtIn: Readonly<Record<number, string>> = { 1: '0', 11: '0.00E+00', 48: '##0.0E+0' };

/** Converts a cell's number to text. */
export type NumberFormat = (value: number) => string;

/**
 * Returns the text that a number format displays: dates as in `dateFromSerial`, and identifiers with their leading zeros,
 * prefixes, suffixes, and separators ("000000", "EMP-"0000, 000-00-0000). A format in scientific notation remains one,
 * because the digits before it are unknown. Amounts and quantities (decimals, thousands separators, percentages,
 * currencies) are plain numbers.
 */
export function numberFormat(id: number, code: string | undefined, from1904: boolean): NumberFormat {
  if (isDateFormat(id, code)) return (value) => dateFromSerial(value, from1904) ?? plainNumber(value);
  const sections = sectionsOf(code ?? builtIn[id] ?? 'General');
  return (value) => inSection(value, sectionFor(value, sections)?.tokens ?? []);
}

interface Token {
  text: string;
  isLiteral: boolean;
}

interface Section {
  tokens: Token[];
  condition: { operator: string; limit: number } | undefined;
}

function inSection(value: number, tokens: readonly Token[]): string {
  const has = (pattern: RegExp) => tokens.some(({ isLiteral, text }) => !isLiteral && pattern.test(text));
  if (has(/^E/i)) return scientific(value, decimalsOf(tokens));
  const digits = plainNumber(value);
  const isAmount = has(/[.,%/]/) || tokens.some(({ isLiteral, text }) => isLiteral && /[$€£¥%]/.test(text));
  if (isAmount || !/^\d+$/.test(digits)) return digits;
  if (has(/general/i)) return tokens.map(({ isLiteral, text }) => (isLiteral ? text : digits)).join('');
  return has(/[0#?]/) ? inPlaceholders(digits === '0' ? '' : digits, tokens) : digits;
}

/** Fills the placeholders from the right; the first one takes the remaining digits. */
function inPlaceholders(digits: string, tokens: readonly Token[]): string {
  let rest = digits;
  let placeholders = tokens.filter(({ isLiteral }) => !isLiteral).length;
  let text = '';
  for (const token of tokens.toReversed()) {
    if (token.isLiteral) {
      text = token.text + text;
      continue;
    }
    placeholders -= 1;
    const part = placeholders === 0 ? rest : rest.slice(-1);
    rest = rest.slice(0, rest.length - part.length);
    text = (part || (token.text === '0' ? '0' : '')) + text;
  }
  return text.trim();
}

const decimalsOf = (tokens: readonly Token[]): number => {
  const mantissa = tokens.map(({ isLiteral, text }) => (isLiteral ? '' : text)).join('');
  return /\.([0#?]*)E/i.exec(mantissa)?.[1]?.length ?? 0;
};

// quoted, escaped, padded, or filled text; a bracket; a keyword; or one character
const parts = /"([^"]*)"|\\(.)|_.|\*.|\[([^\]]*)\]|(general|E[+-])|(.)/gis;

function sectionsOf(code: string): Section[] {
  let section: Section = { tokens: [], condition: undefined };
  const sections = [section];
  for (const [, quoted, escaped, bracket, keyword, character] of code.matchAll(parts)) {
    const [, operator, limit] = /^([<>]=?|<>|=)(-?[\d.]+)$/.exec(bracket ?? '') ?? [];
    const literal = quoted ?? escaped ?? /^\$([^-]+)/.exec(bracket ?? '')?.[1];
    if (operator !== undefined) section.condition = { operator, limit: Number(limit) };
    else if (literal !== undefined) section.tokens.push({ text: literal, isLiteral: true });
    else if (character === ';') sections.push((section = { tokens: [], condition: undefined }));
    else if (keyword !== undefined) section.tokens.push({ text: keyword, isLiteral: false });
    else if (character !== undefined)
      section.tokens.push({ text: character, isLiteral: !/[0#?.,%/]/.test(character) });
  }
  return sections;
}

const holds = (value: number, { operator, limit }: NonNullable<Section['condition']>): boolean =>
  operator === '<>'
    ? value !== limit
    : (operator.startsWith('<') && value < limit) ||
      (operator.startsWith('>') && value > limit) ||
      (operator.endsWith('=') && value === limit);

/** Returns the section of a value: by condition, otherwise positive, negative, and zero (ECMA-376 part 1, 18.8.31). */
function sectionFor(value: number, sections: readonly Section[]): Section | undefined {
  const [positive, negative = positive, zero = positive] = sections;
  if (sections.some(({ condition }) => condition))
    return sections.find(({ condition }) => !condition || holds(value, condition)) ?? positive;
  return value < 0 ? negative : value === 0 ? zero : positive;
}
