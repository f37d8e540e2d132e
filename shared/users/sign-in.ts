import * as z from 'zod';
import { text } from '../fields.ts';
import { secret } from '../password-fields.ts';

/** The sign-in form (spec 1 §3, §5). */
export const signInForm = z.object({
  userName: text('Username or email', { max: 320 }),
  password: secret('Password'),
});

/** What the sign-in call takes: the form, and where the person wanted to go. */
export const signInRequest = signInForm.extend({
  redirectUrl: z.string().max(2000).optional(),
});

/** What a signed-in browser holds; all three are the user pool's own tokens. */
export const tokens = z.object({
  idToken: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
});
export type Tokens = z.output<typeof tokens>;

/** The one form of a name that sign-in compares, counts and looks up. */
export const signInName = (userName: string): string => userName.trim().toLowerCase();

/** One sentence for every wrong name or password, so that it tells nothing about who has an account. */
export const wrongSignIn = 'Incorrect username or password. Try again.';

/**
 * Where to go after signing in: a path on our own site, or undefined. Another origin, `//host`, `/\host`, control
 * characters, user-info and other schemes are refused (spec 1 §4).
 */
export function ownAddress(wanted: string | null | undefined, origin: string): string | undefined {
  if (!wanted || /[\p{Cc}\\]/u.test(wanted) || wanted.trim() !== wanted) return undefined;
  const isPath = wanted.startsWith('/') && !wanted.startsWith('//');
  if (!isPath && !wanted.startsWith(`${origin}/`)) return undefined;
  try {
    const address = new URL(wanted, origin);
    if (address.origin !== origin || address.username || address.password) return undefined;
    const path = address.pathname + address.search + address.hash;
    return path.startsWith('//') ? undefined : path;
  } catch {
    return undefined;
  }
}
