import type { FieldErrors } from 'react-hook-form';
import type { Failure } from '../ui/FormAlert.tsx';
import { CallError, requestFailed } from '../platform/call-error.ts';

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
    failure: { message, requestId: selfExplaining.has(error.status) ? undefined : requestId },
  };
}
