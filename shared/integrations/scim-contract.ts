import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { mostBytesOfBulk } from './scim/discovery.ts';
import { scimUser } from './scim/user.ts';

/** A document of SCIM in the form of the standard. */
const document = z.record(z.string(), z.unknown());

/** A list response (RFC 7644, section 3.4.2). */
const listResponse = <Resource extends z.ZodType>(resource: Resource) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    itemsPerPage: z.int(),
    startIndex: z.int(),
    Resources: z.array(resource),
  });

const client = { roles: ['apiClient'], scope: 'roster:read', ownership: 'own', protocol: 'scim' } as const;

export const scimDiscovery = {
  scimConfig: endpoint({
    ...client,
    method: 'GET',
    path: '/scim/v2/ServiceProviderConfig',
    summary: 'Returns the features of the SCIM service.',
    response: document,
  }),
  scimResourceTypes: endpoint({
    ...client,
    method: 'GET',
    path: '/scim/v2/ResourceTypes',
    summary: 'Lists the types of SCIM resources.',
    response: listResponse(document),
  }),
  scimResourceType: endpoint({
    ...client,
    method: 'GET',
    path: '/scim/v2/ResourceTypes/{type}',
    summary: 'Returns a type of SCIM resources.',
    params: z.object({ type: z.string().max(100) }),
    response: document,
  }),
  scimSchemas: endpoint({
    ...client,
    method: 'GET',
    path: '/scim/v2/Schemas',
    summary: 'Lists the schemas of SCIM resources.',
    response: listResponse(document),
  }),
  scimSchema: endpoint({
    ...client,
    method: 'GET',
    path: '/scim/v2/Schemas/{urn}',
    summary: 'Returns a schema of SCIM resources.',
    params: z.object({ urn: z.string().max(200) }),
    response: document,
  }),
};

const reads = { roles: ['apiClient'], scope: 'roster:read', protocol: 'scim' } as const;
const changes = { roles: ['apiClient'], scope: 'roster:write', protocol: 'scim' } as const;

const selection = {
  attributes: z.string().max(2000).optional(),
  excludedAttributes: z.string().max(2000).optional(),
};

/** A resource as sent; the handler reads it, because attribute names are case-insensitive. */
const resource = z.record(z.string(), z.unknown());
const userParams = z.object({ id: recordId });

const search = {
  filter: z.string().max(2000).optional(),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.enum(['ascending', 'descending']).optional(),
};

/** A page begins at an index from 1; a negative count is 0 (RFC 7644, section 3.4.2.4). */
const indexText = z.codec(z.union([z.string().regex(/^-?\d{1,9}$/), z.int()]), z.int(), {
  decode: Number,
  encode: String,
});

const searchBody = z.object({
  ...search,
  attributes: z.array(z.string().max(200)).max(50).optional(),
  excludedAttributes: z.array(z.string().max(200)).max(50).optional(),
  startIndex: z.int().optional(),
  count: z.int().optional(),
});
export type ScimSearch = z.output<typeof searchBody>;

const userList = listResponse(scimUser);

/** A query of resources with paging in texts. */
const listQuery = z.object({
  ...search,
  ...selection,
  startIndex: indexText.optional(),
  count: indexText.optional(),
});

export const scimUsers = {
  scimListUsers: endpoint({
    ...reads,
    method: 'GET',
    path: '/scim/v2/Users',
    ownership: 'own',
    summary: 'Lists the people of the roster with filter, sorting, and paging.',
    query: listQuery,
    response: userList,
  }),
  scimListGroups: endpoint({
    ...reads,
    method: 'GET',
    path: '/scim/v2/Groups',
    ownership: 'own',
    summary: 'Lists groups: none, because the roster has no groups.',
    query: listQuery,
    response: listResponse(document),
  }),
  scimSearchUsers: endpoint({
    ...reads,
    method: 'POST',
    path: '/scim/v2/Users/.search',
    ownership: 'own',
    summary: 'Lists the people of the roster by a query in the body.',
    body: searchBody,
    response: userList,
  }),
  scimSearch: endpoint({
    ...reads,
    method: 'POST',
    path: '/scim/v2/.search',
    ownership: 'own',
    summary: 'Lists the people of the roster, the only resources, by a query in the body.',
    body: searchBody,
    response: userList,
  }),
  scimGetUser: endpoint({
    ...reads,
    method: 'GET',
    path: '/scim/v2/Users/{id}',
    ownership: 'loaded',
    summary: 'Returns a person of the roster.',
    params: userParams,
    query: z.object(selection),
    response: scimUser,
  }),
  scimCreateUser: endpoint({
    ...changes,
    method: 'POST',
    path: '/scim/v2/Users',
    ownership: 'own',
    success: 201,
    summary: 'Adds a person to the roster, by the rules of the form.',
    query: z.object(selection),
    body: resource,
    response: scimUser,
  }),
  scimReplaceUser: endpoint({
    ...changes,
    method: 'PUT',
    path: '/scim/v2/Users/{id}',
    ownership: 'loaded',
    summary: 'Replaces the details of a person; `active: false` ends the membership.',
    params: userParams,
    query: z.object(selection),
    body: resource,
    response: scimUser,
  }),
  scimPatchUser: endpoint({
    ...changes,
    method: 'PATCH',
    path: '/scim/v2/Users/{id}',
    ownership: 'loaded',
    summary: 'Changes details of a person; `active: false` ends the membership.',
    params: userParams,
    query: z.object(selection),
    body: resource,
    response: scimUser,
  }),
  scimDeleteUser: endpoint({
    ...changes,
    method: 'DELETE',
    path: '/scim/v2/Users/{id}',
    ownership: 'loaded',
    success: 204,
    summary: 'Ends the membership and removes the person from the directory.',
    params: userParams,
    response: z.object({}),
  }),
  scimBulk: endpoint({
    ...changes,
    method: 'POST',
    path: '/scim/v2/Bulk',
    ownership: 'own',
    summary: 'Carries out up to 100 changes, each with its own result.',
    maxBytes: mostBytesOfBulk,
    body: resource,
    response: z.object({
      schemas: z.array(z.string()),
      Operations: z.array(
        z.object({
          method: z.string(),
          bulkId: z.string().optional(),
          location: z.string().optional(),
          version: z.string().optional(),
          status: z.string(),
          response: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  }),
};
