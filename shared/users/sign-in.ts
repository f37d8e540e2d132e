import * as z from 'zod';
import { secret, text } from '../fields.ts';

/** The sign-in form (spec 1 §3, §5). */
export const signInForm = z.object({
  userName: text('Username or e-mail', { max: 320 }),
  password: secret('Password'),
});

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
