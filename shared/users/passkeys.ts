import * as z from 'zod';
import { text } from '../fields.ts';

/** Maximum per user. */
export const maxPasskeys = 10;

/** Validity of a challenge, in seconds of the token clock. */
export const passkeyChallengeSeconds = 300;

/** A registered passkey. `id` and `publicKey` are base64url. */
const storedPasskey = z.object({
  id: z.string(),
  publicKey: z.string(),
  /** Signature counter; 0 for passkeys that a provider synchronizes. */
  counter: z.int(),
  name: z.string(),
  createdAt: z.string(),
  usedAt: z.string().optional(),
});
export const storedPasskeys = z.array(storedPasskey);
export type StoredPasskey = z.output<typeof storedPasskey>;

/** The challenge of a session that registers a passkey or confirms an action with one. */
export const storedPasskeyChallenge = z.object({
  hash: z.string(),
  session: z.string(),
  /** The action, as in a proof of identity. */
  action: z.string(),
  expiresAt: z.int(),
});

export const listedPasskey = storedPasskey.omit({ publicKey: true, counter: true });
export type ListedPasskey = z.output<typeof listedPasskey>;

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000);
const publicKeyCredential = { id: base64url, rawId: base64url, type: z.literal('public-key') };

/** A new credential, as `PublicKeyCredential.toJSON()` returns it. */
export const newCredential = z.object({
  ...publicKeyCredential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
});
export type NewCredential = z.output<typeof newCredential>;

/** A signature of a passkey, as `PublicKeyCredential.toJSON()` returns it. */
export const passkeySignature = z.object({
  ...publicKeyCredential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});
export type PasskeySignature = z.output<typeof passkeySignature>;

export const passkeyNameForm = z.object({ name: text('Name', { max: 40 }) });

export const passkeyRefused = 'Your passkey was not accepted. Try again.';
export const passkeyNeeded = 'Confirm with your passkey. Nothing was changed.';
export const tooManyPasskeys = `You have ${maxPasskeys} passkeys. Remove one before you add another.`;
