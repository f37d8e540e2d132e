import type { FieldErrors } from 'react-hook-form';
import { CallError, requestFailed } from './call-error.ts';

/** What is told above the button: a sentence, what is safe, and the number to quote. */
export interface Failure {
  message: string;
  requestId?: string;
}

/** Every error message of a form by dotted path; '' for the whole. */
export function flatErrors(errors: FieldErrors, path = ''): [path: string, message: string][] {
  return Object.entries(errors).flatMap(([key, error]): [string, string][] => {
    const place = path && key !== 'root' ? `${path}.${key}` : path || key;
    if (!error || typeof error !== 'object' || key === 'ref') return [];
    if (typeof error.message === 'string') return [[place, error.message]];
    return flatErrors(error as FieldErrors, place);
  });
}

/** Statuses whose sentence says everything: there is nothing to look up in a log. */
const selfExplaining = new Set([401, 422, 423, 428, 429]);

/** What a failed submit means for the form: sentences for fields, and one for the whole when there is need. */
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
