import type { Filter } from 'scim2-parse-filter';
import { selectAttributes, spelledPath } from '../../../shared/integrations/scim/attribute-names.ts';
import type { ScimSearch } from '../../../shared/integrations/scim-contract.ts';
import { mostOfPage } from '../../../shared/integrations/scim/discovery.ts';
import { ScimError, scimListSchema } from '../../../shared/scim-error.ts';
import { userOf } from '../../../shared/integrations/scim/user.ts';
import type { Member } from '../../../shared/members/member.ts';
import {
  findPerson,
  personByEmail,
  personByExternalId,
  personByUserName,
  type Person,
} from './directory-store.ts';
import { countUsers, idsOfPage, pagesOfUsers, type UserOrder } from './user-list-store.ts';
import { matcherOf, parseFilter } from './user-filter.ts';

/** Returns the address of the SCIM service. */
export const scimBase = (): string => `${process.env.SITE_ADDRESS ?? ''}/api/scim/v2`;

type Query = Omit<ScimSearch, 'attributes' | 'excludedAttributes'> & {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
};

/** Users that a filter without an indexed name may read. */
const mostFiltered = 5000;

const columns: ReadonlyMap<string, UserOrder['column']> = new Map([
  ['userName', 'memberEmail'],
  ['emails.value', 'memberEmail'],
  ['emails', 'memberEmail'],
  ['name.familyName', 'memberLastName'],
  ['name.givenName', 'memberFirstName'],
  ['displayName', 'memberFirstName'],
]);

function orderOf({ sortBy, sortOrder }: Query): UserOrder {
  const column = sortBy === undefined ? 'memberEmail' : columns.get(spelledPath(sortBy));
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
    return parseFilter(text);
  } catch {
    throw new ScimError(400, 'The filter is not valid.', 'invalidFilter');
  }
}

/** Finds users by one compared name, without reading others. */
const byName: ReadonlyMap<string, (partnerId: string, value: string) => Promise<Person | undefined>> =
  new Map([
    ['id', findPerson],
    ['userName', personByUserName],
    ['externalId', personByExternalId],
    ['emails.value', personByEmail],
    ['emails', personByEmail],
  ]);

function namedIn(expression: Filter): { name: string; value: string } | undefined {
  if (expression.op === 'and' && 'filters' in expression)
    return expression.filters.map(namedIn).find((named) => named !== undefined);
  if (expression.op === '[]' && 'valFilter' in expression) {
    const inside = namedIn(prefixed(expression.valFilter, expression.attrPath));
    return inside;
  }
  if (expression.op !== 'eq' || !('compValue' in expression)) return undefined;
  const name = spelledPath(expression.attrPath);
  return byName.has(name) && typeof expression.compValue === 'string'
    ? { name, value: expression.compValue }
    : undefined;
}

/** Returns the filter inside of brackets with whole paths: `emails[value eq "x"]`. */
function prefixed(inside: Filter, path: string): Filter {
  if ('filters' in inside) return { ...inside, filters: inside.filters.map((part) => prefixed(part, path)) };
  if ('attrPath' in inside) return { ...inside, attrPath: `${path}.${inside.attrPath}` };
  return inside;
}

async function filtered(partnerId: string, text: string, order: UserOrder): Promise<Member[]> {
  const expression = parsed(text);
  const isMatch = matcherOf(expression);
  const accepts = (member: Member) => isMatch(userOf(member, scimBase()));
  const named = namedIn(expression);
  if (named) {
    const person = await byName.get(named.name)?.(partnerId, named.value);
    return person && accepts(person.member) ? [person.member] : [];
  }
  const matches: Member[] = [];
  let read = 0;
  for await (const members of pagesOfUsers(partnerId, order)) {
    read += members.length;
    if (read > mostFiltered)
      throw new ScimError(
        400,
        `Filter by userName, externalId, or emails: more than ${mostFiltered} users.`,
        'tooMany',
      );
    matches.push(...members.filter(accepts));
  }
  return order.isDescending ? matches.toReversed() : matches;
}
