import type * as z from 'zod';
import { titleOf } from './field-metadata.ts';
import type { AnySchema } from './schema.ts';
import { wirePath } from './wire-paths.ts';

type RawIssue = z.core.$ZodRawIssue;

/** The title of a field, otherwise its name on the wire; an entry of a list has the name of its list. */
function labelAt(schema: AnySchema, path: string): string {
  const field = path.replace(/(\.\d+)+$/, '');
  const wireName = () => wirePath(schema, field.split('.')).split('.').at(-1) ?? field;
  try {
    return titleOf(schema, field) ?? wireName();
  } catch {
    // a name that the schema does not have can be wrong too
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

/** For a file that is asked for and not sent (specification 2 §5). */
export const missingFile = 'Please select a file.';

/**
 * The sentence for everything that a field's builder did not word itself, so that nobody ever reads zod's own
 * ("Invalid input: expected string, received undefined"): give it to `safeParse` as `error`. The forms are those of
 * specification 1 §5: '{label} is required.', 'must be at most N symbols.', 'is not valid.'
 */
export const sentenceOf =
  (schema: AnySchema) =>
  (issue: RawIssue): string => {
    const path = (issue.path ?? []).join('.');
    const label = path === '' ? 'The request' : labelAt(schema, path);
    const missing = issue.input === undefined || issue.input === null;
    return `${label} ${missing ? 'is required.' : (limit(issue) ?? 'is not valid.')}`;
  };
