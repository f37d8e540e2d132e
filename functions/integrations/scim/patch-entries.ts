import { isDeepStrictEqual } from 'node:util';
import type { Filter } from 'scim2-parse-filter';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { isTrue } from '../../../shared/integrations/scim/user.ts';
import { isPlain, type Json, type Step } from './patch-path.ts';
import { matcherOf } from './user-filter.ts';

/** Parts of an email or phone number. */
export const entryParts: readonly string[] = ['value', 'type', 'primary', 'display'];

const mostEntries = 100;

/** Changes the entries of a multi-valued attribute, such as `emails[type eq "work"].value`. */
export function changeEntries(state: Json, step: Step): void {
  const { kind, attribute } = step;
  const current = state[attribute];
  const entries = Array.isArray(current) ? (current as Json[]) : [];
  const changed = kind === 'remove' ? remaining(entries, step) : merged(entries, step);
  if (changed.length > mostEntries)
    throw new ScimError(400, `${attribute} has at most ${mostEntries} values.`, 'invalidValue');
  if (changed.length > 0) state[attribute] = changed;
  else delete state[attribute];
}

/** Returns the entries without those that match, their part, or those with the sent values, as OneLogin expects. */
function remaining(entries: Json[], { filter, part, value }: Step): Json[] {
  const isMatch = filter ? matcherOf(filter) : () => true;
  if (part !== undefined) {
    for (const entry of entries.filter(isMatch)) delete entry[part];
    return entries;
  }
  if (value === undefined) return entries.filter((entry) => !isMatch(entry));
  const values = new Set([value].flat().map((sent) => (isPlain(sent) ? sent.value : sent)));
  return entries.filter((entry) => !isMatch(entry) || !values.has(entry.value));
}

function merged(entries: Json[], { kind, filter, part, value }: Step): Json[] {
  if (part === undefined && !filter) {
    const sent = [value]
      .flat()
      .slice(0, mostEntries + 1)
      .map(entryOf);
    if (kind === 'replace') return sent;
    return withPrimary(
      entries,
      sent.filter((entry) => !entries.some((other) => isDeepStrictEqual(other, entry))),
    );
  }
  const sent = entryOf(part === undefined ? value : { [part]: value });
  const matching = filter ? entries.filter(matcherOf(filter)) : entries;
  if (matching.length > 0)
    return withPrimary(
      entries,
      matching.map((entry) => Object.assign(entry, sent)),
    );
  // Entra ID expects that a part of a missing entry adds the entry that the filter describes
  const described = filter ? entryOfFilter(filter) : {};
  if (!described || (kind === 'replace' && part === undefined))
    throw new ScimError(400, 'No value matches the filter of the path.', 'noTarget');
  return withPrimary(entries, [{ ...described, ...sent }]);
}

/** Adds or returns changed entries; a new primary entry replaces the former one (RFC 7644, section 3.5.2). */
function withPrimary(entries: Json[], changed: Json[]): Json[] {
  if (changed.some(({ primary }) => isTrue(primary)))
    for (const entry of entries) if (!changed.includes(entry)) delete entry.primary;
  return [...entries, ...changed.filter((entry) => !entries.includes(entry))];
}

function entryOf(value: unknown): Json {
  if (!isPlain(value)) throw new ScimError(400, 'Each value must be an object.', 'invalidValue');
  return Object.fromEntries(
    entryParts.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]),
  );
}

/** Returns the entry that a filter of equal parts describes; undefined for another filter. */
function entryOfFilter(filter: Filter): Json | undefined {
  if (filter.op === 'and' && 'filters' in filter) {
    const parts = filter.filters.map(entryOfFilter);
    return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
  }
  return filter.op === 'eq' && 'compValue' in filter && entryParts.includes(filter.attrPath)
    ? { [filter.attrPath]: filter.compValue }
    : undefined;
}
