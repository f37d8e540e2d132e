import * as z from 'zod';

/** An amount of US dollars in whole cents. All code calculates in cents. */
export type Cents = number;

const dollarsPattern = /^-?\d{1,12}(\.\d{1,2})?$/;
const groupedPattern = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/**
 * Removes thousands separators: "1,250.00" → "1250.00". Any other comma remains so that no number pattern matches:
 * "12,50" is not parsed as 1250, because its author means 12.50 (decision 7).
 */
export const withoutThousandsMarks = (text: string): string =>
  groupedPattern.test(text) ? text.replaceAll(',', '') : text;

/**
 * Parses dollars: a number, or text such as "12", "12.5", "0.10", "1,250.00". Returns undefined for more than two
 * decimals, a comma that is not a thousands separator, or anything that is not a number.
 */
export function centsFromDollars(dollars: string | number): Cents | undefined {
  const text = typeof dollars === 'number' ? String(dollars) : withoutThousandsMarks(dollars.trim());
  if (!dollarsPattern.test(text)) return undefined;
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return negative && cents !== 0 ? -cents : cents;
}

/** Follows "must be numeric." if a comma is the cause. */
export const commaHint = 'Use a comma only for thousands and a point for decimals, as in 1,250.50.';

/** Converts cents to a dollar number for the wire: 1250 → 12.5. Exact below 2^53 cents. */
export const dollarsFromCents = (cents: Cents): number => cents / 100;

/** Formats dollars with exactly two decimals, no sign or separators, for form fields and files: 1250 → "12.50". */
export function plainDollars(cents: Cents): string {
  const absolute = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}

let usd: Intl.NumberFormat | undefined;

/** Formats dollars for display: 125000 → "$1,250.00" (spec 1 §9). */
export const showMoney = (cents: Cents): string => {
  usd ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return usd.format(cents / 100);
};

/** Returns why a text is not an amount. */
function notDollars(text: string): string {
  if (text === '') return 'is required.';
  if (/^-?\d+\.\d{3,}$/.test(withoutThousandsMarks(text)))
    return "can't contain more than two decimal places";
  return text.includes(',') ? `must be numeric. ${commaHint}` : 'must be numeric.';
}

/**
 * The codec between wire amounts (dollars, two decimals, number or text) and whole cents.
 *
 * @param least minimum amount, in cents
 * @param most maximum amount, in cents
 */
export const money = ({ least = 0, most = Number.MAX_SAFE_INTEGER }: { least?: Cents; most?: Cents } = {}) =>
  z.codec(z.union([z.number(), z.string()]), z.int(), {
    decode: (dollars, context) => {
      const cents = centsFromDollars(dollars);
      const error =
        cents === undefined
          ? notDollars(String(dollars).trim())
          : cents < least || cents > most
            ? `must be between ${plainDollars(least)} and ${plainDollars(most)}`
            : undefined;
      if (cents === undefined || error) {
        context.issues.push({ code: 'custom', message: error ?? 'must be numeric.', input: dollars });
        return z.NEVER;
      }
      return cents;
    },
    encode: dollarsFromCents,
  });

/** Returns part ÷ whole of an amount, rounded half up to the cent with integers only (spec 3 §7, calculated dues). */
export function prorate(amount: Cents, part: number, whole: number): Cents {
  return Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
}
