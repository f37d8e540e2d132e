import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { text, secret } from '../fields.ts';

/** Time to enter the code after the password; also the session validity of the user pool. */
export const challengeValidityMs = 10 * 60_000;

export const wrongAppCode =
  'This code is incorrect or was already used. Enter the code that your app shows now.';
export const challengeExpired = 'This login has expired. Log in again.';
export const codesLocked = 'Too many wrong codes. Wait 15 minutes, then log in again.';
export const appAlreadyOn =
  'An authenticator app is already set up. Turn it off before you set up another one.';

/** Six digits, with the space in the middle that most apps display. */
const appCode = text('Code', {
  max: 20,
  pattern: /^\d{3} ?\d{3}$/,
  message: 'Code must be the six digits that your app shows.',
});

export const digitsOf = (code: string): string => code.replaceAll(' ', '');

export const appCodeForm = z.object({ code: appCode });

/** The second step of a login. */
export const signInCodeRequest = appCodeForm.extend({
  challenge: z.string().max(100),
  redirectUrl: z.string().max(2000).optional(),
});

/** Required to change the second factor. */
export const passwordForm = z.object({ password: secret('Password') });

export const turnOnRequest = passwordForm.extend(appCodeForm.shape);
export const turnOffRequest = passwordForm.extend(appCodeForm.shape);

/** A login with a correct password that waits for its code. */
export const signInChallenge = z.object({
  /** Digest of the browser's token. */
  tokenHash: z.string(),
  userId: z.string(),
  /** Session of the user pool; never sent to the browser. */
  session: z.string(),
  /** In seconds of the token clock. */
  startedAt: z.int(),
  /** Unix time in seconds; reads omit expired challenges. */
  expiresAt: z.int(),
  version: recordVersion,
});
export type SignInChallenge = z.output<typeof signInChallenge>;

export const newChallenge = (
  started: Pick<SignInChallenge, 'tokenHash' | 'userId' | 'session' | 'startedAt'>,
  now: Date,
): SignInChallenge => ({
  ...started,
  expiresAt: Math.floor((now.getTime() + challengeValidityMs) / 1000),
  version: 0,
});

/** False for an expired challenge, and if the user's sessions ended after the password was entered. */
export const isOpen = (challenge: SignInChallenge, signedOutAt: number | undefined, now: Date): boolean =>
  challenge.expiresAt > now.getTime() / 1000 &&
  (signedOutAt === undefined || challenge.startedAt > signedOutAt);

/**
 * Returns the address of the QR code (Key URI format). All other parameters are the default: RFC 6238 with SHA-1, 30
 * seconds, six digits.
 */
export const setUpAddress = (key: string, email: string): string =>
  `otpauth://totp/Wellport:${encodeURIComponent(email)}?secret=${key}&issuer=Wellport`;

/** Formats a key: 'ABCD EFGH IJKL'. */
export const formatKey = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key;

export const setUpAppFirst =
  'You need a passkey or an authenticator app here. Set one up under Account, Security; until then, you can use no other page. Nothing was changed.';

export const appTurnedOn =
  'An authenticator app was set up outside the portal, so you were not logged in. Ask the operator of the portal to remove it.';

export const appTurnedOff =
  'Your authenticator app was turned off outside the portal, so you were not logged in. Ask the operator of the portal to let you set up a new one.';
