import * as z from 'zod';
import { text } from '../fields.ts';
import { secret } from '../password-fields.ts';

/** The sign-in form (spec 1 §3, §5). */
export const signInForm = z.object({
  userName: text('Username or email', { max: 320 }),
  password: secret('Password'),
});

export const signInRequest = signInForm.extend({
  redirectUrl: z.string().max(2000).optional(),
});

export const tokens = z.object({
  /** The API credential: an access token of the user pool. */
  accessToken: z.string(),
  /** A token of the portal, exchanged once for new tokens of the session; the user pool's never reaches the browser. */
  refreshToken: z.string(),
});
export const signedIn = z.object({ success: z.boolean(), redirectUrl: z.string().nullable(), tokens });
export type Tokens = z.output<typeof tokens>;

export const sessionEnded = 'This session has ended. Log in again.';

/** Normalizes a name for comparison, counting, and lookup. */
export const signInName = (userName: string): string => userName.trim().toLowerCase();

/** The same message for every incorrect name or password, so that it does not reveal accounts. */
export const wrongSignIn = 'Incorrect username or password. Try again.';

/**
 * Returns the path on our own site to open after login. Returns undefined for other origins, `//host`, `/\host`, control
 * characters, user-info, and other schemes (spec 1 §4).
 */
export function ownAddress(returnUrl: string | null | undefined, origin: string): string | undefined {
  if (!returnUrl || /[\p{Cc}\\]/u.test(returnUrl) || returnUrl.trim() !== returnUrl) return undefined;
  const isPath = returnUrl.startsWith('/') && !returnUrl.startsWith('//');
  if (!isPath && !returnUrl.startsWith(`${origin}/`)) return undefined;
  try {
    const address = new URL(returnUrl, origin);
    if (address.origin !== origin || address.username || address.password) return undefined;
    const path = address.pathname + address.search + address.hash;
    return path.startsWith('//') ? undefined : path;
  } catch {
    return undefined;
  }
}
