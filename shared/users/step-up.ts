import * as z from 'zod';
import { secret } from '../password-fields.ts';
import { appCodeForm } from './second-factor.ts';

/** The request header that carries a proof of identity. */
export const proofHeader = 'x-step-up-proof';

/** Validity of a proof. */
export const proofSeconds = 300;

export const stepUpNeeded = 'Confirm your password to continue. Nothing was changed.';
export const codeNeeded = 'Enter the code that your authenticator app shows.';

/** The code is required from users who set up an authenticator app. */
export const stepUpForm = z.object({
  password: secret('Password'),
  code: appCodeForm.shape.code.optional(),
});

/** A user's last proof of identity; `expiresAt` is in seconds of the token clock. */
export const storedProof = z.object({ hash: z.string(), expiresAt: z.int() });
export type StoredProof = z.output<typeof storedProof>;
