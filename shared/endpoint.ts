import type * as z from 'zod';
import type { JobBegun } from './jobs/job.ts';
import { workingRoles, type Role } from './roles.ts';
import type { AnySchema, ObjectSchema } from './schema.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who an endpoint's data belongs to, so that one place can check it (functions/platform/tenancy.ts).
 * A name says which field of params, query or body carries the id. `own` means that the handler only ever uses the
 * caller's own ids, `open` that the data belongs to nobody, and `loaded` that the owner is known once the record is
 * loaded: the handler then asks `caller.requireAccess`.
 */
type Ownership = 'open' | 'own' | 'loaded' | { partner: string } | { member: string } | { members: string };

/** One row of the table of endpoints: everything about a call is stated here or derived from it. */
export interface EndpointRow {
  readonly method: Method;
  /** The path below `/api`; `{name}` is a path parameter. */
  readonly path: string;
  /** `guest` lets everybody in, signed in or not. */
  readonly roles: readonly Role[];
  readonly ownership?: Ownership;
  /** One sentence: what the call does. */
  readonly summary: string;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly body?: AnySchema;
  /** Names of the files a multipart request must carry; its text fields are parsed by `body`. */
  readonly files?: readonly string[];
  /** Names of the files that a multipart request may carry beside them. */
  readonly optionalFiles?: readonly string[];
  /** The answer's shape, or `file` when the answer is a download. */
  readonly response: AnySchema | 'file';
  /** The media types of the answer, of which it has one: always named for a `file`; JSON when left out. */
  readonly mediaTypes?: readonly string[];
  /** A `file` of any size: past what an answer holds, the call begins a job that ends in the file (202). */
  readonly orJob?: true;
  /** Requires a proof of the password and, where set up, the authenticator code, by `users.stepUp` (428 without it). */
  readonly stepUp?: true;
  /** Open to an administrator who has yet to set up a second factor, where one is demanded. */
  readonly beforeSecondFactor?: true;
  /** For how many seconds browsers and the CDN may keep the answer; only what everybody may see. */
  readonly keepSeconds?: number;
}

export type Endpoint = EndpointRow & {
  readonly area: string;
  /** The key in its area's contract: `bankAccountDetails`. The handler's file is the same in kebab-case. */
  readonly name: string;
};

export type Area = Record<string, Endpoint>;

/** Declares one endpoint; the types of params, query, body and answer are kept. */
export const endpoint = <const Row extends EndpointRow>(row: Row): Row => row;

/** Gives the endpoints of one area their area and name. */
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

/** What a handler is given, already parsed: amounts in cents, numbers as numbers. */
export interface Request<Row extends EndpointRow> {
  params: Shape<Row['params']>;
  query: Shape<Row['query']>;
  body: Shape<Row['body']>;
}

/** What a client passes, as the person typed it or as the page holds it. */
export type ClientRequest<Row extends EndpointRow> = (Row['params'] extends AnySchema
  ? { params: Wire<Row['params']> }
  : { params?: undefined }) &
  (Row['query'] extends AnySchema ? { query: Wire<Row['query']> } : { query?: undefined }) &
  (Row['body'] extends AnySchema ? { body: Wire<Row['body']> } : { body?: undefined });

/** A download: its name, media type and bytes. */
export interface FileResponse {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** What a handler returns, and what a client gets back. */
export type ResponseOf<Row extends EndpointRow> = Row['response'] extends AnySchema
  ? z.output<Row['response']>
  : Row['orJob'] extends true
    ? FileResponse | JobBegun
    : FileResponse;

/** Everybody who is signed in with a role that may reach something. */
export const anyoneSignedIn: readonly Role[] = workingRoles;

/** May this role call this endpoint at all? Whose data it is, is checked apart (`ownership`). */
export const mayCall = (role: Role, { roles }: Pick<EndpointRow, 'roles'>): boolean =>
  roles.includes('guest') || roles.includes(role);

/** `bankAccountDetails` → `bank-account-details`: a handler's file name. */
export const fileNameOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
