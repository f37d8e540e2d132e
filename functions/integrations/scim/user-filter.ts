import { filter as matches, parse, type Filter } from 'scim2-parse-filter';
import { spelledPath } from '../../../shared/integrations/scim/attribute-names.ts';

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
  return { ...expression, attrPath: spelledPath(expression.attrPath) };
}

/** Returns whether a value matches a filter. Texts compare regardless of case, as the schema declares. */
export function matcherOf(expression: Filter): (value: unknown) => boolean {
  const isMatch = matches(lowered(expression));
  return (value) => isMatch(loweredValues(value));
}

/** Texts compare regardless of case (caseExact is false), but for the id. */
function lowered(expression: Filter): Filter {
  if ('filters' in expression) return { ...expression, filters: expression.filters.map(lowered) };
  if ('filter' in expression) return { ...expression, filter: lowered(expression.filter) };
  if ('valFilter' in expression) return { ...expression, valFilter: lowered(expression.valFilter) };
  if ('compValue' in expression && typeof expression.compValue === 'string')
    return { ...expression, compValue: expression.compValue.toLowerCase() };
  return expression;
}

const loweredValues = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? part.toLowerCase() : part,
  );
