import { metadataOf, labelOf } from '../../shared/field-metadata.ts';
import { centsFromDollars, showMoney } from '../../shared/money.ts';
import { showDate } from '../ui/formatted-text.tsx';
import type { AnySchema } from '../../shared/schema.ts';

export interface FieldChange {
  label: string;
  before: string;
  now: string;
  entry?: string;
}

type Values = Readonly<Record<string, unknown>>;

const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : `${value as string | number | boolean}`;

/**
 * Returns the fields with latest values that differ from the form's initial values, in schema order. Omits fields without a
 * label, passwords, and files, because their changes cannot be displayed.
 */
export const changedFields = (
  schema: AnySchema,
  { base, latest, entry }: { base: Values; latest: Values; entry: Values },
): FieldChange[] =>
  Object.keys(latest).flatMap((path): FieldChange[] => {
    const [before, now, own] = [base, latest, entry].map((values) => asText(values[path]));
    if (before === now) return [];
    const label = labelIn(schema, path);
    if (label === undefined) return [];
    const read = (text = '') => readable(schema, path, text);
    const change = { label, before: read(before), now: read(now) };
    return [own === before || own === now ? change : { ...change, entry: read(own) }];
  });

function labelIn(schema: AnySchema, path: string): string | undefined {
  try {
    const { kind } = metadataOf(schema, path);
    const label = labelOf(schema, path);
    return label === path || kind === 'password' || kind === 'file' ? undefined : label;
  } catch {
    // the latest record has more properties than the form
    return undefined;
  }
}

function readable(schema: AnySchema, path: string, text: string): string {
  if (text === '') return 'empty';
  const { kind, options } = metadataOf(schema, path);
  if (kind === 'money') {
    const cents = centsFromDollars(text);
    return cents === undefined ? text : showMoney(cents);
  }
  if (kind === 'flag') return text === 'true' ? 'Yes' : 'No';
  if (kind === 'date') return showDate(text);
  const labelOfValue = (text: string) => options?.find(({ value }) => String(value) === text)?.label ?? text;
  if (!text.startsWith('[')) return labelOfValue(text);
  const values = JSON.parse(text) as unknown[];
  return values.map((value) => labelOfValue(asText(value))).join(', ') || 'none';
}
