import type { FieldValues, UseFormReturn } from 'react-hook-form';

type Values = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The values as they are now: a form changes its own in place. Files stay the same files. */
export const copyOf = (value: unknown): unknown =>
  isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]))
    : Array.isArray(value)
      ? value.map(copyOf)
      : value;

const isSame = (one: unknown, other: unknown): boolean =>
  isPlain(one) && isPlain(other)
    ? [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]))
    : Array.isArray(one) && Array.isArray(other)
      ? one.length === other.length && one.every((item, place) => isSame(item, other[place]))
      : Object.is(one, other);

/** One field that was typed into since the form was sent; `path` is a dotted name. */
interface TypedField {
  path: string;
  value: unknown;
}

/** The fields in which the values of now differ from those that were sent. */
function typedSince(sent: unknown, now: unknown, path = ''): TypedField[] {
  if (isPlain(sent) && isPlain(now))
    return Object.keys(now).flatMap((key) =>
      typedSince(sent[key], now[key], path === '' ? key : `${path}.${key}`),
    );
  return isSame(sent, now) ? [] : [{ path, value: now }];
}

/**
 * What is stored becomes what the form began with; without it, what was sent. What was typed since it was sent stays,
 * as not saved yet.
 */
export function goOnFrom(
  form: UseFormReturn,
  { sent, values, stored }: { sent: unknown; values: FieldValues; stored: FieldValues | undefined },
): void {
  const typed = typedSince(sent, copyOf(form.getValues()));
  form.reset(stored ?? values, { keepValues: stored === undefined });
  for (const { path, value } of typed) form.setValue(path, value, { shouldDirty: true });
}
