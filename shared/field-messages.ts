import type * as z from 'zod';
import { titleOf } from './field-metadata.ts';
import type { AnySchema } from './schema.ts';
import { wirePath } from './wire-paths.ts';

type RawIssue = z.core.$ZodRawIssue;

/** Returns the title of a field or its wire name. An entry of a list has the name of the list. */
function labelAt(schema: AnySchema, path: string): string {
  const field = path.replace(/(\.\d+)+$/, '');
  const wireName = () => wirePath(schema, field.split('.')).split('.').at(-1) ?? field;
  try {
    return titleOf(schema, field) ?? wireName();
  } catch {
    // the invalid name may not exist in the schema
    return wireName();
  }
}

function limit(issue: RawIssue): string | undefined {
  const symbols = issue.origin === 'string';
  if (issue.code === 'too_big' && symbols) return `must be at most ${issue.maximum} symbols.`;
  if (issue.code === 'too_small' && symbols) return `must be at least ${issue.minimum} symbols.`;
  if (issue.code === 'too_big' && typeof issue.input === 'number')
    return `can't be greater than ${issue.maximum}.`;
  if (issue.code === 'too_small' && typeof issue.input === 'number')
    return `can't be less than ${issue.minimum}.`;
  return undefined;
}

/** The error for a required file that was not sent (spec 2 §5). */
export const missingFile = 'Please select a file.';

/**
 * Returns the message for issues without their own message, so that zod's messages ("Invalid input: expected string,
 * received undefined") are never shown. Pass it to `safeParse` as `error`. The formats are those of spec 1 §5:
 * '{label} is required.', 'must be at most N symbols.', 'is not valid.'
 */
export const messageOf =
  (schema: AnySchema) =>
  (issue: RawIssue): string => {
    const path = (issue.path ?? []).join('.');
    const label = path === '' ? 'The request' : labelAt(schema, path);
    const missing = issue.input === undefined || issue.input === null;
    return `${label} ${missing ? 'is required.' : (limit(issue) ?? 'is not valid.')}`;
  };
