import type * as z from 'zod';
import type { ApiScope } from './api-scopes.ts';
import type { JobBegun } from './jobs/job.ts';
import { workingRoles, type Role } from './roles.ts';
import type { AnySchema, ObjectSchema } from './schema.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The owner of an endpoint's data, checked centrally (functions/users/access.ts). A name is the field of params,
 * query, or body with the ID. `own`: the handler uses only the caller's own IDs. `open`: the data has no owner.
 * `loaded`: the owner is known after loading the record, and the handler calls `caller.requireAccess`.
 */
type Ownership = 'open' | 'own' | 'loaded' | { partner: string } | { member: string } | { members: string };

/** `oauth`: RFC 6749. `scim`: RFC 7644. */
export type Protocol = 'oauth' | 'scim';

/** The definition of an endpoint. Everything else about it is derived from this. */
export interface EndpointRow {
  readonly method: Method;
  /** The path below `/api`; `{name}` is a path parameter. */
  readonly path: string;
  /** `guest` allows all callers, signed in or not. */
  readonly roles: readonly Role[];
  readonly ownership?: Ownership;
  /** One sentence that begins with a verb. */
  readonly summary: string;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly body?: AnySchema;
  /** Maximum size of a JSON body (413); the gateway's six megabytes by default. */
  readonly maxBytes?: number;
  /** Names of required files of a multipart request. Its text fields are parsed by `body`. */
  readonly files?: readonly string[];
  /** Names of optional files of a multipart request. */
  readonly optionalFiles?: readonly string[];
  /** The response schema, or `file` for a download. */
  readonly response: AnySchema | 'file';
  /** The possible media types of the response. Required for a `file`; JSON by default. */
  readonly mediaTypes?: readonly string[];
  /** A `file` that exceeds the response limit is created by a job (202). */
  readonly orJob?: true;
  /**
   * Requires a proof of identity for this endpoint, target, and session, issued by `users.stepUp` (428). Path parameters
   * name the target; a list adds fields of query or body.
   */
  readonly stepUp?: true | readonly string[];
  /** A sensitive action that is allowed for administrators with a requested removal; all others are refused. */
  readonly duringRemoval?: true;
  /** Allowed for administrators who still have to set up a required second factor. */
  readonly beforeSecondFactor?: true;
  /** The scope of an API client; required with the role `apiClient`, which then is the only role. */
  readonly scope?: ApiScope;
  /**
   * The standard of an endpoint's requests, errors, and media type; the portal's own by default. Forms of identity
   * providers are those of OAuth.
   */
  readonly protocol?: Protocol;
  /** The status of a successful response: 201 for a created resource, 204 without a body, 303 for a redirect; 200 by default. */
  readonly success?: 201 | 204 | 303;
  /** How many seconds browsers and the CDN can cache the response; public data only. */
  readonly keepSeconds?: number;
}

export type Endpoint = EndpointRow & {
  readonly area: string;
  /** The key in the area's contract: `bankAccountDetails`. The handler's file name is the same in kebab case. */
  readonly name: string;
};

export type Area = Record<string, Endpoint>;

/** Declares an endpoint and preserves the types of params, query, body, and response. */
export const endpoint = <const Row extends EndpointRow>(row: Row): Row => row;

/** Adds the area and name to the endpoints of an area. */
export function area<const Rows extends Record<string, EndpointRow>>(
  name: string,
  rows: Rows,
): { [Key in keyof Rows]: Rows[Key] & { area: string; name: string } } {
  return Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [key, { ...row, area: name, name: key }]),
  ) as { [Key in keyof Rows]: Rows[Key] & { area: string; name: string } };
}

type Shape<Schema> = Schema extends AnySchema ? z.output<Schema> : undefined;
type Wire<Schema> = Schema extends AnySchema ? z.input<Schema> : undefined;

/** A parsed request: amounts in cents, numbers as numbers. */
export interface Request<Row extends EndpointRow> {
  params: Shape<Row['params']>;
  query: Shape<Row['query']>;
  body: Shape<Row['body']>;
}

/** A client's request before parsing: values as entered or as stored on the page. */
export type ClientRequest<Row extends EndpointRow> = (Row['params'] extends AnySchema
  ? { params: Wire<Row['params']> }
  : { params?: undefined }) &
  (Row['query'] extends AnySchema ? { query: Wire<Row['query']> } : { query?: undefined }) &
  (Row['body'] extends AnySchema ? { body: Wire<Row['body']> } : { body?: undefined });

export interface FileResponse {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** The handler's result and the client's response. */
export type ResponseOf<Row extends EndpointRow> = Row['response'] extends AnySchema
  ? z.output<Row['response']>
  : Row['orJob'] extends true
    ? FileResponse | JobBegun
    : FileResponse;

/** All roles with access to at least one endpoint. */
export const anyoneSignedIn: readonly Role[] = workingRoles;

/** Returns true if the role can call the endpoint. The owner of the data is checked separately (`ownership`). */
export const mayCall = (role: Role, { roles }: Pick<EndpointRow, 'roles'>): boolean =>
  roles.includes('guest') || roles.includes(role);

/** True for an endpoint with callers that the gateway does not know: guests, and API clients, which have tokens of the portal. */
export const isOpenAtGateway = ({ roles }: Pick<EndpointRow, 'roles'>): boolean =>
  roles.includes('guest') || roles.includes('apiClient');

/** Returns the handler's file name: `bankAccountDetails` → `bank-account-details`. */
export const fileNameOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
