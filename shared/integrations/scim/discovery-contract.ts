import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';

/** A document of SCIM in the form of the standard. */
const document = z.record(z.string(), z.unknown());

/** A list response (RFC 7644, section 3.4.2). */
export const listResponse = <Resource extends z.ZodType>(resource: Resource) =>
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
