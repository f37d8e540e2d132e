import { enterpriseSchema, scimListSchema, userSchema } from '../../scim-error.ts';

const configSchema = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const resourceTypeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** Largest number of users in a page and of operations in a bulk request, and the bytes of its body. */
export const mostOfPage = 200;
export const mostOfBulk = 100;
export const mostBytesOfBulk = 1_000_000;

interface Attribute {
  name: string;
  description: string;
  type?: 'string' | 'boolean' | 'complex';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readOnly' | 'readWrite';
  uniqueness?: 'none' | 'server';
  canonicalValues?: string[];
  subAttributes?: Attribute[];
}

/** Returns an attribute with the defaults of RFC 7643, section 2.2, which some clients require to be present. */
const attribute = ({ subAttributes, ...attributeOptions }: Attribute): Record<string, unknown> => ({
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...attributeOptions,
  ...(subAttributes && { subAttributes: subAttributes.map(attribute) }),
});

const attributes: Readonly<Record<string, Attribute[]>> = {
  [userSchema]: [
    {
      name: 'userName',
      description: 'Name of the user; usually the email.',
      required: true,
      uniqueness: 'server',
    },
    {
      name: 'name',
      description: 'Name of the person.',
      type: 'complex',
      required: true,
      subAttributes: [
        { name: 'givenName', description: 'First name.', required: true },
        { name: 'familyName', description: 'Last name.', required: true },
      ],
    },
    { name: 'displayName', description: 'First and last name.', mutability: 'readOnly' },
    {
      name: 'active',
      description: 'False ends the membership, by the rules of a leaver.',
      type: 'boolean',
      required: true,
    },
    {
      name: 'emails',
      description: 'The email of the invitation; it can change until the member enrolls.',
      type: 'complex',
      multiValued: true,
      required: true,
      subAttributes: [
        { name: 'value', description: 'Email address.', required: true },
        { name: 'type', description: 'Always work.', canonicalValues: ['work'] },
      ],
    },
    {
      name: 'phoneNumbers',
      description: 'Phone number.',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        { name: 'value', description: 'Phone number, such as (612) 555-0100.' },
        { name: 'type', description: 'Mobile, work, or another type.', canonicalValues: ['mobile', 'work'] },
      ],
    },
  ],
  [enterpriseSchema]: [{ name: 'employeeNumber', description: 'Employee number.' }],
};

const names: Readonly<Record<string, string>> = {
  [userSchema]: 'User',
  [enterpriseSchema]: 'EnterpriseUser',
};

type Json = Record<string, unknown>;

const meta = (resourceType: string, location: string): Json => ({ meta: { resourceType, location } });

/** Returns the schemas of users; `base` is the address of the SCIM service. */
export const schemaDocuments = (base: string): (Json & { id: string })[] =>
  Object.entries(attributes).map(([id, list]) => ({
    schemas: [schemaSchema],
    id,
    name: names[id],
    description: `Attributes of ${names[id]}.`,
    attributes: list.map(attribute),
    ...meta('Schema', `${base}/Schemas/${id}`),
  }));

export const resourceTypeDocuments = (base: string): (Json & { id: string })[] => [
  {
    schemas: [resourceTypeSchema],
    id: 'User',
    name: 'User',
    description: 'People of the roster.',
    endpoint: '/Users',
    schema: userSchema,
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    ...meta('ResourceType', `${base}/ResourceTypes/User`),
  },
];

export const serviceProviderConfig = (base: string): Json => ({
  schemas: [configSchema],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: mostOfBulk, maxPayloadSize: mostBytesOfBulk },
  filter: { supported: true, maxResults: mostOfPage },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth bearer token',
      description: 'A token of POST /api/oauth/token, or the secret of the API client.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  ...meta('ServiceProviderConfig', `${base}/ServiceProviderConfig`),
});

/** Returns a complete list as a list response. */
export const listOfAll = (resources: readonly Json[]) => ({
  schemas: [scimListSchema],
  totalResults: resources.length,
  itemsPerPage: resources.length,
  startIndex: 1,
  Resources: [...resources],
});
