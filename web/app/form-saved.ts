import type { FieldValues, UseFormReturn } from 'react-hook-form';

type Values = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns a copy of the values, because a form changes its own in place. Files are not copied. */
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

/** A field that changed after the form was sent; `path` is a dotted name. */
interface TypedField {
  path: string;
  value: unknown;
}

/** Returns the fields whose current values differ from the sent ones. */
function typedSince(sent: unknown, now: unknown, path = ''): TypedField[] {
  if (isPlain(sent) && isPlain(now))
    return Object.keys(now).flatMap((key) =>
      typedSince(sent[key], now[key], path === '' ? key : `${path}.${key}`),
    );
  return isSame(sent, now) ? [] : [{ path, value: now }];
}

/**
 * Makes the stored values (or the sent ones) the form's initial values. Fields that changed after sending keep their
 * current values and are unsaved.
 */
export function goOnFrom(
  form: UseFormReturn,
  { sent, values, stored }: { sent: unknown; values: FieldValues; stored: FieldValues | undefined },
): void {
  const typed = typedSince(sent, copyOf(form.getValues()));
  form.reset(stored ?? values, { keepValues: stored === undefined });
  for (const { path, value } of typed) form.setValue(path, value, { shouldDirty: true });
}
