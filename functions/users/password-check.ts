import { Refusal } from '../../shared/refusal.ts';
import { containsName, commonPassword, passwordWithName } from '../../shared/users/password-rules.ts';
import { isBreached } from '../platform/breached-passwords.ts';
import common from './common-passwords.json' with { type: 'json' };
import type { User } from './user.ts';

let commonPasswords: ReadonlySet<string> | undefined;

const isCommon = (password: string): boolean =>
  (commonPasswords ??= new Set(common.passwords.split(' '))).has(password.toLowerCase());

/** Throws ('invalid') for a password with the user's name, a common one, and a breached one where that is checked. */
export async function requireSafePassword(
  password: string,
  user: Pick<User, 'firstName' | 'lastName' | 'email'>,
  field: 'password' | 'newPassword',
): Promise<void> {
  if (containsName(password, user)) throw new Refusal('invalid', passwordWithName, field);
  if (isCommon(password) || (process.env.BREACHED_PASSWORDS === 'on' && (await isBreached(password))))
    throw new Refusal('invalid', commonPassword, field);
}
