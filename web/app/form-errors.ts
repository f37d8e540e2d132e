import type { FieldValues, UseFormReturn, FieldErrors } from 'react-hook-form';
import type { Failure } from '../ui/FormAlert.tsx';
import { CallError, requestFailed } from '../platform/call-error.ts';

type Values = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns a copy of the values, because a form changes its own in place. Files are not copied. */
export const copyOf = (value: unknown): unknown =>
  isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copyOf(field)]))
    : Array.isArray(value)
      ? value.map(copyOf)
      : value;

const isSame = (a: unknown, b: unknown): boolean =>
  isPlain(a) && isPlain(b)
    ? [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
    : Array.isArray(a) && Array.isArray(b)
      ? a.length === b.length && a.every((item, index) => isSame(item, b[index]))
      : Object.is(a, b);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isPlain(value) && Object.values(value).every(isEmpty));

/** Returns true if the values contain user input: a field that is registered or emptied without one is none. */
export const hasInput = (initial: unknown, values: unknown): boolean =>
  isPlain(initial) && isPlain(values)
    ? [...new Set([...Object.keys(initial), ...Object.keys(values)])].some((key) =>
        hasInput(initial[key], values[key]),
      )
    : !(isEmpty(initial) && isEmpty(values)) && !isSame(initial, values);

export const hasUserInput = (form: UseFormReturn): boolean =>
  hasInput(form.formState.defaultValues, form.getValues());

/** A field that changed after the form was sent; `path` is a dotted name. */
interface ChangedField {
  path: string;
  value: unknown;
}

function changedSince(sent: unknown, now: unknown, path = ''): ChangedField[] {
  if (isPlain(sent) && isPlain(now))
    return Object.keys(now).flatMap((key) =>
      changedSince(sent[key], now[key], path === '' ? key : `${path}.${key}`),
    );
  return isSame(sent, now) ? [] : [{ path, value: now }];
}

/**
 * Makes the stored values (or the sent ones) the form's initial values. Fields that changed after sending keep their
 * current values and are unsaved.
 */
export function resetToStored(
  form: UseFormReturn,
  { sent, values, stored }: { sent: unknown; values: FieldValues; stored: FieldValues | undefined },
): void {
  const changes = changedSince(sent, copyOf(form.getValues()));
  form.reset(stored ?? values, { keepValues: stored === undefined });
  for (const { path, value } of changes) form.setValue(path, value, { shouldDirty: true });
}

export const flatErrors = (errors: FieldErrors, path = ''): [path: string, message: string][] =>
  Object.entries(errors).flatMap(([key, error]): [string, string][] => {
    const fieldPath = path && key !== 'root' ? `${path}.${key}` : path || key;
    if (!error || typeof error !== 'object' || key === 'ref') return [];
    if (typeof error.message === 'string') return [[fieldPath, error.message]];
    return flatErrors(error as FieldErrors, fieldPath);
  });

const selfExplaining = new Set([401, 422, 423, 428, 429]);

export function readFailure(error: unknown): { fields: Record<string, string>; failure?: Failure } {
  if (!(error instanceof CallError)) {
    reportError(error);
    return { fields: {}, failure: { message: requestFailed } };
  }
  const { fields, message, requestId } = error;
  if (Object.keys(fields).length > 0) return { fields };
  return {
    fields,
    failure: {
      message,
      requestId: selfExplaining.has(error.status) ? undefined : requestId,
      hasNoResponse: error.status === 0,
    },
  };
}
