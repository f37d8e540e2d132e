import * as z from 'zod';
import { isCalendarDate } from './calendar.ts';
import { fieldMetadata, type FieldMetadata } from './field-metadata.ts';

type RequiredField<Inside, Sent> = z.ZodType<Inside, Sent>;

/** A field that can be omitted or empty. Empty is parsed as absent. */
type OptionalField<Inside, Sent> = z.ZodOptional<z.ZodType<Inside, Sent>>;

export type Field<Inside, Sent, Required extends boolean> = Required extends false
  ? OptionalField<Inside, Sent>
  : RequiredField<Inside, Sent>;

export interface FieldOptions<Required extends boolean> {
  /** Defaults to true. */
  readonly required?: Required;
}

/** The parsed text, or what is wrong: words that follow the label, or a complete message. */
export type Reading<Inside> = { value: Inside } | { error: string } | { message: string };

interface FieldShape<Inside, Sent> {
  readonly metadata: FieldMetadata;
  /** OpenAPI properties besides the title. */
  readonly described?: { maxLength?: number; format?: string; enum?: (string | number)[] };
  readonly sent: z.ZodType<Sent, Sent>;
  readonly inside: z.ZodType<Inside, Inside>;
  readonly read: (sent: string) => Reading<Inside>;
  readonly write: (inside: Inside) => Sent;
}

/** Refuses a missing value with '{label} is required.' and a value of another type with '{label} is not valid.' */
export const unlessMissing = (label: string) => ({
  error: (issue: { input?: unknown }) =>
    `${label} ${issue.input === undefined || issue.input === null ? 'is required.' : 'is not valid.'}`,
});

/**
 * Creates the codec of a field from its wire value (form text or JSON value) to its parsed value. Messages begin with
 * the label: '{label} is required.' (spec 1 §5).
 */
export function field<Inside, Sent, Required extends boolean>(
  label: string,
  options: FieldOptions<Required>,
  { metadata, described, sent, inside, read, write }: FieldShape<Inside, Sent>,
): Field<Inside, Sent, Required> {
  const required = options.required !== false;
  const codec = z.codec(sent, inside.optional(), {
    decode: (raw, context) => {
      const text = String(raw);
      const blank = text.trim() === '';
      if (blank && !required) return undefined;
      const reading: Reading<Inside> = blank ? { error: 'is required.' } : read(text);
      if ('value' in reading) return reading.value;
      const message = 'message' in reading ? reading.message : `${label} ${reading.error}`;
      context.issues.push({ code: 'custom', message, input: raw });
      return z.NEVER;
    },
    encode: (value) => (value === undefined ? ('' as Sent) : write(value as Inside)),
  });
  const whole = (required ? codec : codec.optional()).meta({ title: label, ...described });
  return whole.register(fieldMetadata, metadata) as unknown as Field<Inside, Sent, Required>;
}

// Direction marks can make a name look like another one. A lone surrogate corrupts every file that contains it.
const hidden = /\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

export interface TextLimits {
  /** The maximum length, in characters. */
  readonly max: number;
  readonly min?: number;
  readonly pattern?: RegExp;
  /** The complete message for a pattern mismatch; '{label} is not valid.' by default. */
  readonly message?: string;
  readonly lines?: boolean;
}

/** Counts characters. An emoji or a rare character counts once. */
export const countSymbols = (text: string): number => Array.from(text).length;

/** Parses text: trimmed, composed (NFC), without control characters. Limits count characters. */
export function readText(sent: string, limits: TextLimits): Reading<string> {
  const { max, min = 0, lines = false, pattern, message } = limits;
  const value = sent.trim().normalize('NFC').replaceAll('\r\n', '\n');
  const symbols = countSymbols(value);
  const visible = lines ? value.replaceAll(/[\n\t]/g, ' ') : value;
  if (hidden.test(visible) || !value.isWellFormed()) return { error: 'is not valid.' };
  if (min === max && symbols !== max) return { error: `must be ${max} symbols.` };
  // a specific message for the whole value takes precedence over the length
  const isMalformed = pattern !== undefined && !pattern.test(value);
  if (isMalformed && message) return { message };
  if (symbols < min) return { error: `must be at least ${min} symbols.` };
  if (symbols > max) return { error: `must be at most ${max} symbols.` };
  if (isMalformed) return { error: 'is not valid.' };
  return { value };
}

/** Parses an existing calendar date 'YYYY-MM-DD' from 1900 on. */
export const readDate = (sent: string): Reading<string> =>
  isCalendarDate(sent.trim()) ? { value: sent.trim() } : { error: 'is not valid.' };
