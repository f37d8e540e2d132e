import * as z from 'zod';
import { text } from '../fields.ts';
import { secret } from '../password-fields.ts';

/** How long a sign-in waits for its code after the password was right; the pool's own session lasts as long. */
export const challengeGoodFor = 10 * 60_000;

export const wrongAppCode =
  'This code is not right, or was used already. Type the one that your app shows now.';
export const challengeOver = 'This login has expired. Log in again.';
export const codesLocked = 'Too many wrong codes. Wait 15 minutes, then log in again.';
export const alreadyOn = 'An authenticator app is asked for already. Turn it off before you set up another.';

/** The six digits that an app shows; a blank in the middle, as most apps write it, is taken. */
const appCode = text('Code', {
  max: 20,
  pattern: /^\d{3} ?\d{3}$/,
  message: 'Code must be the six digits that your app shows.',
});

/** The digits alone of a code that fits `appCode`. */
export const digitsOf = (code: string): string => code.replaceAll(' ', '');

export const appCodeForm = z.object({ code: appCode });

/** The second step of a sign-in: what the first one answered, the code, and where the person wanted to go. */
export const signInCodeRequest = appCodeForm.extend({
  challenge: z.string().max(100),
  redirectUrl: z.string().max(2000).optional(),
});

/** Asked again before anything about the second factor changes. */
export const passwordForm = z.object({ password: secret('Password') });

export const turnOnRequest = passwordForm.extend(appCodeForm.shape);
export const turnOffRequest = passwordForm.extend(appCodeForm.shape);

/** A sign-in whose password was right and whose code is awaited. */
export const signInChallenge = z.object({
  /** The digest of the token that the browser holds. */
  tokenHash: z.string(),
  userId: z.string(),
  /** The pool's own name for this sign-in; it never leaves the server. */
  session: z.string(),
  /** In seconds of the clock that tokens are made by. */
  startedAt: z.int(),
  /** In seconds; reads do not see a challenge whose time is over. */
  expiresAt: z.int(),
  version: z.int(),
});
export type SignInChallenge = z.output<typeof signInChallenge>;

/** A new challenge; `startedAt` is in seconds of the clock that tokens are made by. */
export const newChallenge = (
  asked: Pick<SignInChallenge, 'tokenHash' | 'userId' | 'session' | 'startedAt'>,
  now: Date,
): SignInChallenge => ({
  ...asked,
  expiresAt: Math.floor((now.getTime() + challengeGoodFor) / 1000),
  version: 0,
});

/** False when its time is over, and when the person's sessions were ended after the password was typed. */
export const isOpen = (challenge: SignInChallenge, signedOutAt: number | undefined, now: Date): boolean =>
  challenge.expiresAt > now.getTime() / 1000 &&
  (signedOutAt === undefined || challenge.startedAt > signedOutAt);

/**
 * What an app reads from the picture (the Key URI format of authenticator apps). The rest is every app's default:
 * RFC 6238 with SHA-1, 30 seconds, six digits.
 */
export const setUpAddress = (key: string, email: string): string =>
  `otpauth://totp/Wellport:${encodeURIComponent(email)}?secret=${key}&issuer=Wellport`;

/** A key as people type it: 'ABCD EFGH IJKL'. */
export const writeKey = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key;

export const setUpAppFirst =
  'Administrators need an authenticator app here. Set one up under Account, Security; until then everything else is closed to you. Nothing was changed.';

export const appTurnedOff =
  'Your authenticator app was turned off outside the portal, so you were not logged in. Ask whoever runs the portal to let you set up a new one.';
