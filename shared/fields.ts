import * as z from 'zod';
import { isPeriodId } from './calendar.ts';
import { type Choice, fieldMetadata, type FieldKind } from './field-metadata.ts';
import {
  field,
  type FieldOptions,
  readDate,
  readText,
  type Reading,
  type TextLimits,
  unlessMissing,
  countSymbols,
} from './field.ts';
import { visibleEmail } from './visible-text.ts';
import { type Cents, commaHint, dollarsFromCents, money, withoutThousandsMarks } from './money.ts';

/**
 * A web address as entered: "lakeside.example" or "https://lakeside.example/gym", with a dotted host and without blanks
 * or user info. Other schemes, such as `javascript:`, do not match, so that links always open a web page.
 */
export const webAddress = /^(https?:\/\/)?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+\.?(:\d{1,5})?([/?#]\S*)?$/iu;

/** Returns a web address with its scheme; null for an invalid one. */
export function normalizeWebAddress(input: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(input) ? input : `https://${input}`;
  return /^https?:\/\/[^\s/?#@:]+\.[^\s/?#@:]{2,}([/?#:]\S*)?$/i.test(address) ? address.slice(0, 300) : null;
}

/** A field that is sent and stored as text. */
const words = <Required extends boolean>(
  label: string,
  kind: FieldKind,
  max: number,
  options: FieldOptions<Required>,
  read: (sent: string) => Reading<string>,
  format?: string,
) =>
  field<string, string, Required>(label, options, {
    metadata: { kind, max },
    described: { maxLength: max, ...(format && { format }) },
    sent: z.string(unlessMissing(label)),
    inside: z.string(),
    read,
    write: String,
  });

const counted = <Inside extends string | number, Required extends boolean>(
  label: string,
  options: FieldOptions<Required>,
  shape: Pick<
    Parameters<typeof field<Inside, string | number, Required>>[2],
    'metadata' | 'inside' | 'read'
  > & {
    write?: (inside: Inside) => number;
    enum?: Inside[];
  },
) =>
  field<Inside, string | number, Required>(label, options, {
    metadata: shape.metadata,
    described: shape.enum && { enum: shape.enum },
    sent: z.union([z.string(unlessMissing(label)), z.number(unlessMissing(label))], unlessMissing(label)),
    inside: shape.inside,
    read: shape.read,
    write: shape.write ?? ((value) => value),
  });

type TextOptions<Required extends boolean> = FieldOptions<Required> & TextLimits;
type MaxOptions<Required extends boolean> = FieldOptions<Required> & { readonly max?: number };

/** Trimmed text without control characters. Limits count characters, not bytes. */
export const text = <Required extends boolean = true>(label: string, options: TextOptions<Required>) =>
  words(label, options.lines ? 'lines' : 'text', options.max, options, (sent) => readText(sent, options));

// zod's pattern, with & and /, which addresses may contain as well (RFC 5322, 3.2.3)
const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.&/]*[A-Za-z0-9_+\-&/]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** An email address of at most `max` characters, by default 320; invisible characters and `mailto:` are removed. */
export const email = <Required extends boolean = true>(label: string, options: MaxOptions<Required> = {}) => {
  const limits = { max: options.max ?? 320, pattern: emailPattern };
  return words(label, 'email', limits.max, options, (sent) => readText(visibleEmail(sent), limits), 'email');
};

const northAmerican = /^(\+?1[ .-]?)?(\(\d{3}\)|\d{3})[ .-]?\d{3}[ .-]?\d{4}$/;
const international = /^\+[2-9]\d{0,2}([ .-]?\d){6,13}$/;

/** A phone number in a common notation: (612) 555-0100, +1 612 555 0100, +44 20 7946 0000. */
export const phone = <Required extends boolean = true>(label: string, options: MaxOptions<Required> = {}) => {
  const pattern = new RegExp(`${northAmerican.source}|${international.source}`);
  const limits = { max: options.max ?? 25, pattern };
  return words(label, 'phone', limits.max, options, (sent) => readText(sent, limits));
};

/**
 * A US phone number in a common notation, stored as +1XXXXXXXXXX (spec 2 §5): ten digits with or without +1, blanks,
 * dots, hyphens, and one pair of parentheses. Refuses anything else with the specified message.
 */
export const usPhone = <Required extends boolean = true>(
  label: string,
  options: FieldOptions<Required> = {},
) =>
  words(label, 'phone', 25, options, (sent) => {
    const input = sent.trim().replaceAll(/[\s\u00A0]+/g, ' ');
    return northAmerican.test(input)
      ? { value: `+1${input.replaceAll(/\D/g, '').slice(-10)}` }
      : { error: `is invalid. ${label} must be +1XXXXXXXXXX.` };
  });

/** One of the options. Forms send the code as text; the parsed value has the declared type. */
export const choice = <const Value extends string | number, Required extends boolean = true>(
  label: string,
  choices: readonly Choice<Value>[],
  options: FieldOptions<Required> = {},
) =>
  counted<Value, Required>(label, options, {
    metadata: { kind: 'choice', options: choices },
    inside: z.literal(choices.map((option) => option.value)),
    enum: choices.map((option) => option.value),
    read: (sent) => {
      const choice = choices.find((option) => String(option.value) === sent.trim());
      return choice ? { value: choice.value } : { error: 'is not valid.' };
    },
  });

/** Dollars with at most two decimals on the wire, whole cents in code. `least` and `most` are cents. */
export const dollars = <Required extends boolean = true>(
  label: string,
  options: FieldOptions<Required> & { readonly least?: Cents; readonly most: Cents },
) => {
  const amount = money({ least: options.least ?? 0, most: options.most });
  return counted<Cents, Required>(label, options, {
    metadata: { kind: 'money' },
    inside: z.int(),
    read: (sent) => {
      const read = z.safeDecode(amount, sent);
      if (read.success) return { value: read.data };
      const error = read.error.issues[0]?.message ?? 'is not valid.';
      return { error: error.endsWith('.') ? error : `${error}.` };
    },
    write: dollarsFromCents,
  });
};

/** A whole number from `least` to `most`. Correctly placed thousands separators are ignored, others refused. */
export const wholeNumber = <Required extends boolean = true>(
  label: string,
  options: FieldOptions<Required> & { readonly least: number; readonly most: number },
) =>
  counted<number, Required>(label, options, {
    metadata: { kind: 'number' },
    inside: z.int(),
    read: (sent) => {
      const plain = withoutThousandsMarks(sent.trim());
      if (!/^-?\d{1,15}(\.\d+)?$/.test(plain))
        return { error: plain.includes(',') ? `must be numeric. ${commaHint}` : 'must be numeric.' };
      if (plain.includes('.')) return { error: 'must be a whole number.' };
      const value = Number(plain);
      if (value >= options.least && value <= options.most) return { value };
      return { error: `must be between ${options.least} and ${options.most}.` };
    },
  });

/** An existing calendar date 'YYYY-MM-DD'; 2026-02-29 is refused. */
export const calendarDate = <Required extends boolean = true>(
  label: string,
  options: FieldOptions<Required> = {},
) => words(label, 'date', 10, options, readDate, 'date');

/** A month as a period ID 'yyyymm'. */
export const month = <Required extends boolean = true>(label: string, options: FieldOptions<Required> = {}) =>
  words(label, 'month', 6, options, (sent) =>
    isPeriodId(sent.trim()) ? { value: sent.trim() } : { error: 'is not valid.' },
  );

/** A boolean. `mustBeTrue` refuses an unchecked box as '{label} is required.' */
export const flag = (label: string, { mustBeTrue = false }: { mustBeTrue?: boolean } = {}) =>
  z
    .boolean(unlessMissing(label))
    .refine((ticked) => ticked || !mustBeTrue, { error: `${label} is required.` })
    .meta({ title: label })
    .register(fieldMetadata, { kind: 'flag', mustBeTrue });

export const zipCode = <Required extends boolean = true>(
  label: string,
  options: FieldOptions<Required> = {},
) =>
  words(label, 'text', 5, options, (sent) =>
    /^\d+$/.test(sent.trim()) ? readText(sent, { min: 5, max: 5 }) : { error: 'must be numeric.' },
  );

/**
 * A two-letter state code; lowercase letters are accepted. `ofAddress` also accepts the codes of military mail and of
 * freely associated states, which are no places of clubs and partners.
 */
export const state = <Required extends boolean = true>(
  label: string,
  { ofAddress = false, ...options }: FieldOptions<Required> & { ofAddress?: boolean } = {},
) =>
  words(label, 'state', 2, options as FieldOptions<Required>, (sent) => {
    const code = sent.trim().toUpperCase();
    return stateCodes.has(code) || (ofAddress && mailCodes.has(code))
      ? { value: code }
      : { error: 'is not valid.' };
  });

const mailCodes: ReadonlySet<string> = new Set(['AA', 'AE', 'AP', 'FM', 'MH', 'PW']);

/** Postal codes of the states, the District of Columbia, and the territories. */
const stateCodes: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY ' +
    'NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI'
  ).split(' '),
);

/** The reason for an action, stored in its audit event: 10 to 300 characters. */
export const reasonText = () => text('Reason', { min: 10, max: 300 });

/** Maximum of the specified profile and manager forms (spec 1 §11, spec 2 §9); other forms accept passphrases. */
export const maxInProfile = 30;
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
