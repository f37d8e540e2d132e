import { filter as matches, parse, type Filter } from 'scim2-parse-filter';
import { ScimError } from '../../../shared/scim-error.ts';
import { visibleEmail } from '../../../shared/visible-text.ts';
import { spelledPath } from '../../../shared/integrations/scim/attribute-names.ts';

const addresses: ReadonlySet<string> = new Set(['userName', 'emails', 'emails.value']);

/** Parses a filter (RFC 7644, section 3.4.2.2), with names in their own spelling. Throws an Error if it is invalid. */
export const parseFilter = (text: string): Filter => spelledFilter(parse(text));

function spelledFilter(expression: Filter): Filter {
  if ('filters' in expression) return { ...expression, filters: expression.filters.map(spelledFilter) };
  if ('filter' in expression) return { ...expression, filter: spelledFilter(expression.filter) };
  if ('valFilter' in expression)
    return {
      ...expression,
      attrPath: spelledPath(expression.attrPath),
      valFilter: spelledFilter(expression.valFilter),
    };
  const attrPath = spelledPath(expression.attrPath);
  return 'compValue' in expression && typeof expression.compValue === 'string' && addresses.has(attrPath)
    ? { ...expression, attrPath, compValue: visibleEmail(expression.compValue) }
    : { ...expression, attrPath };
}

/** Returns whether a value matches a filter. Texts compare regardless of case, as the schema declares. */
export function matcherOf(expression: Filter): (value: unknown) => boolean {
  const isMatch = matches(lowered(expression));
  return (value) => isMatch(loweredValues(value));
}

const instants: ReadonlySet<string> = new Set(['meta.created', 'meta.lastModified']);

/** Returns an instant in the form in which instants are stored. Throws 400 for another text. */
function instantOf(value: unknown): string {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time))
    throw new ScimError(400, 'The filter compares with no date and time.', 'invalidFilter');
  return new Date(time).toISOString().toLowerCase();
}

/** Texts compare regardless of case (caseExact is false), but for the id. */
function lowered(expression: Filter): Filter {
  if ('filters' in expression) return { ...expression, filters: expression.filters.map(lowered) };
  if ('filter' in expression) return { ...expression, filter: lowered(expression.filter) };
  if ('valFilter' in expression) return { ...expression, valFilter: lowered(expression.valFilter) };
  if ('compValue' in expression && 'attrPath' in expression && instants.has(expression.attrPath))
    return { ...expression, compValue: instantOf(expression.compValue) };
  if ('compValue' in expression && typeof expression.compValue === 'string')
    return { ...expression, compValue: expression.compValue.toLowerCase() };
  return expression;
}

const loweredValues = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? part.toLowerCase() : part,
  );
