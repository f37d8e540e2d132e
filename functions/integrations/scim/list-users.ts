import { filter as matches, parse, type Filter } from 'scim2-parse-filter';
import { selectAttributes, spelledPath } from '../../../shared/integrations/scim/attribute-names.ts';
import type { ScimSearch } from '../../../shared/integrations/scim/contract.ts';
import { mostOfPage } from '../../../shared/integrations/scim/discovery.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { scimListSchema } from '../../../shared/integrations/scim/scim-schemas.ts';
import { userOf, type ScimUser } from '../../../shared/integrations/scim/user.ts';
import type { Member } from '../../../shared/members/member.ts';
import { findPerson, personByEmail, personByExternalId, personByUserName, type Person } from './load-user.ts';
import { countUsers, idsOfPage, pagesOfUsers, type UserOrder } from './user-list-store.ts';
import { scimBase } from './scim-address.ts';

type Query = Omit<ScimSearch, 'attributes' | 'excludedAttributes'> & {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
};

/** Users that a filter without an indexed name may read. */
const mostFiltered = 5000;

const columns: Readonly<Record<string, UserOrder['column']>> = {
  userName: 'memberEmail',
  'emails.value': 'memberEmail',
  emails: 'memberEmail',
  'name.familyName': 'memberLastName',
  'name.givenName': 'memberFirstName',
  displayName: 'memberFirstName',
};

function orderOf({ sortBy, sortOrder }: Query): UserOrder {
  const column = sortBy === undefined ? 'memberEmail' : columns[spelledPath(sortBy)];
  if (!column)
    throw new ScimError(
      400,
      'Users can be sorted by userName, name, displayName, and emails.',
      'invalidValue',
    );
  return { column, isDescending: sortOrder === 'descending' };
}

/** Returns a page of users (RFC 7644, section 3.4.2). */
export async function listUsers(partnerId: string, query: Query) {
  const startIndex = Math.max(1, query.startIndex ?? 1);
  const count = Math.min(mostOfPage, Math.max(0, query.count ?? 100));
  const order = orderOf(query);
  const { total, members } =
    query.filter === undefined || query.filter.trim() === ''
      ? await unfiltered(partnerId, order, startIndex, count)
      : pageOf(await filtered(partnerId, query.filter, order), startIndex, count);
  const users = members.map((member) => selectAttributes(userOf(member, scimBase()), query));
  return {
    schemas: [scimListSchema],
    totalResults: total,
    itemsPerPage: users.length,
    startIndex,
    Resources: users,
  };
}

const pageOf = (members: readonly Member[], startIndex: number, count: number) => ({
  total: members.length,
  members: members.slice(startIndex - 1, startIndex - 1 + count),
});

const unfiltered = async (partnerId: string, order: UserOrder, startIndex: number, count: number) => ({
  total: await countUsers(partnerId),
  members: count === 0 ? [] : await idsOfPage(partnerId, order, startIndex, count),
});

function parsed(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw new ScimError(400, 'The filter is not valid.', 'invalidFilter');
  }
}

/** Finds users by one compared name, without reading others. */
const byName: Readonly<Record<string, (partnerId: string, value: string) => Promise<Person | undefined>>> = {
  id: findPerson,
  userName: personByUserName,
  externalId: personByExternalId,
  'emails.value': personByEmail,
  emails: personByEmail,
};

function namedIn(expression: Filter): { name: string; value: string } | undefined {
  if (expression.op === 'and' && 'filters' in expression)
    return expression.filters.map(namedIn).find((named) => named !== undefined);
  if (expression.op === '[]' && 'valFilter' in expression) {
    const inside = namedIn(prefixed(expression.valFilter, expression.attrPath));
    return inside;
  }
  if (expression.op !== 'eq' || !('compValue' in expression)) return undefined;
  const name = spelledPath(expression.attrPath);
  return byName[name] && typeof expression.compValue === 'string'
    ? { name, value: expression.compValue }
    : undefined;
}

/** Returns the filter inside of brackets with whole paths: `emails[value eq "x"]`. */
function prefixed(inside: Filter, path: string): Filter {
  if ('filters' in inside) return { ...inside, filters: inside.filters.map((part) => prefixed(part, path)) };
  if ('attrPath' in inside) return { ...inside, attrPath: `${path}.${inside.attrPath}` };
  return inside;
}

/** Returns a filter with names in their own spelling, for the comparison. */
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

async function filtered(partnerId: string, text: string, order: UserOrder): Promise<Member[]> {
  const expression = spelledFilter(parsed(text));
  const isMatch = matches(lowered(expression));
  const accepts = (member: Member) => isMatch(loweredValues(userOf(member, scimBase())));
  const named = namedIn(expression);
  if (named) {
    const person = await byName[named.name]?.(partnerId, named.value);
    return person && accepts(person.member) ? [person.member] : [];
  }
  const found: Member[] = [];
  let read = 0;
  for await (const members of pagesOfUsers(partnerId, order)) {
    read += members.length;
    if (read > mostFiltered)
      throw new ScimError(
        400,
        `Filter by userName, externalId, or emails: more than ${mostFiltered} users.`,
        'tooMany',
      );
    found.push(...members.filter(accepts));
  }
  return order.isDescending ? found.toReversed() : found;
}

/** Texts compare regardless of case, as the schema declares (caseExact is false), but for the id. */
function lowered(expression: Filter): Filter {
  if ('filters' in expression) return { ...expression, filters: expression.filters.map(lowered) };
  if ('filter' in expression) return { ...expression, filter: lowered(expression.filter) };
  if ('valFilter' in expression) return { ...expression, valFilter: lowered(expression.valFilter) };
  if ('compValue' in expression && typeof expression.compValue === 'string')
    return { ...expression, compValue: loweredText(expression.compValue) };
  return expression;
}

const loweredText = (text: string): string => text.toLowerCase();

const loweredValues = (user: ScimUser): unknown =>
  JSON.parse(JSON.stringify(user), (_, value: unknown) =>
    typeof value === 'string' ? loweredText(value) : value,
  );
