import * as z from 'zod';
import { secret } from '../password-fields.ts';
import type { Endpoint } from '../endpoint.ts';
import { passkeySignature } from './passkeys.ts';
import { appCodeForm } from './second-factor.ts';

/** The request header that carries a proof of identity. */
export const proofHeader = 'x-step-up-proof';

/** Name of the action that a proof permits: `partners.saveBankingInfo`. */
export const actionOf = ({ area, name }: Pick<Endpoint, 'area' | 'name'>): string => `${area}.${name}`;

/** Validity of a proof. */
export const proofSeconds = 300;

export const stepUpNeeded = 'Confirm that it is you to continue. Nothing was changed.';
export const codeNeeded = 'Enter the code that your authenticator app shows.';

export const stepUpForm = z.object({
  action: z
    .string()
    .regex(/^[a-z-]+\.[A-Za-z]+$/)
    .max(100),
  /** The password, with the code where an authenticator app is set up; or a passkey instead of both. */
  password: secret('Password').optional(),
  code: appCodeForm.shape.code.optional(),
  passkey: passkeySignature.optional(),
});

/** A proof of identity for one action in one session; `expiresAt` is in seconds of the token clock. */
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
