import * as z from 'zod';
import { secret } from '../fields.ts';
import type { Endpoint } from '../endpoint.ts';
import { fromWire, partsOf } from '../wire-names.ts';
import { passkeySignature } from './passkeys.ts';
import { appCodeForm } from './second-factor.ts';

/** The request header that carries a proof of identity. */
export const proofHeader = 'x-step-up-proof';

/** Name of an action: `partners.saveBankingInfo`. */
export const actionOf = ({ area, name }: Pick<Endpoint, 'area' | 'name'>): string => `${area}.${name}`;

/** A request with the names and values of the wire. */
export interface WireRequest {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

/**
 * Returns the action that a proof permits, with its target: `partners.saveBankingInfo?partnerId=…`. Only the part of the
 * request that declares a field counts, so that an undeclared field cannot replace the target.
 */
export function provenAction(endpoint: Endpoint, request: WireRequest): string {
  const named = endpoint.stepUp === true ? [] : (endpoint.stepUp ?? []);
  const target = new URLSearchParams();
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const values = fromWire(schema, request[part] ?? {}) as Record<string, unknown>;
    for (const name of Object.keys(partsOf(schema).fields)) {
      if (part !== 'params' && !named.includes(name)) continue;
      for (const value of [values[name]].flat())
        if (value !== undefined && value !== null && value !== '')
          target.append(
            name,
            typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`,
          );
    }
  }
  return target.size > 0 ? `${actionOf(endpoint)}?${target}` : actionOf(endpoint);
}

/** Returns the name of a proven action, without its target. */
export const actionNameOf = (action: string): string => action.replace(/\?.*$/, '');

/** Validity of a proof. */
export const proofSeconds = 300;

export const stepUpNeeded = 'Confirm that it is you to continue. Nothing was changed.';
export const codeNeeded = 'Enter the code that your authenticator app shows.';

export const stepUpForm = z.object({
  /** The name of the endpoint with its target (`provenAction`). */
  action: z
    .string()
    .regex(/^[a-z-]+\.[A-Za-z]+(\?[\w.*+%=&-]+)?$/)
    // the payments of a status change, with versions
    .max(16_000),
  /** The password, with the code where an authenticator app is set up; or a passkey instead of both. */
  password: secret('Password').optional(),
  code: appCodeForm.shape.code.optional(),
  passkey: passkeySignature.optional(),
});

/**
 * A proof of identity for one action in one session; `expiresAt` is in seconds of the token clock. `action` is a digest,
 * because the target can be the email of another person.
 */
const storedProof = z.object({
  hash: z.string(),
  action: z.string(),
  session: z.string(),
  expiresAt: z.int(),
});
export const storedProofs = z.array(storedProof);
export type StoredProof = z.output<typeof storedProof>;

/** Maximum per user; another proof replaces the oldest. */
const maxProofs = 10;

/** Adds a proof, which replaces that of the same action and session, and removes expired ones. */
export const withProof = (proofs: readonly StoredProof[], added: StoredProof, now: number): StoredProof[] =>
  [
    ...proofs.filter(
      ({ action, session, expiresAt }) =>
        expiresAt > now && (action !== added.action || session !== added.session),
    ),
    added,
  ].slice(-maxProofs);
