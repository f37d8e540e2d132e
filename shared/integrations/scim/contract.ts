import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { recordId } from '../../ids.ts';
import { listResponse } from './discovery-contract.ts';
import { mostBytesOfBulk } from './discovery.ts';
import { scimUser } from './user.ts';

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

export const scimUsers = {
  scimListUsers: endpoint({
    ...reads,
    method: 'GET',
    path: '/scim/v2/Users',
    ownership: 'own',
    summary: 'Lists the people of the roster with filter, sorting, and paging.',
    query: z.object({
      ...search,
      ...selection,
      startIndex: indexText.optional(),
      count: indexText.optional(),
    }),
    response: userList,
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
