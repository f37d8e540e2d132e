import { createHash } from 'node:crypto';
import { errorFields, log } from './log.ts';
import { endAfter } from './time-and-chance.ts';

/**
 * Reports whether a password is in the breaches of Have I Been Pwned. Only the first five digits of its SHA-1 leave the
 * portal (https://haveibeenpwned.com/API/v3#PwnedPasswords). Without a response within two seconds, the password counts
 * as unknown: a dependency must not prevent a password reset.
 */
export async function isBreached(password: string, call: typeof fetch = fetch): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const response = await call(`https://api.pwnedpasswords.com/range/${hash.slice(0, 5)}`, {
      redirect: 'error',
      headers: { 'add-padding': 'true' },
      signal: endAfter(2000),
    });
    if (!response.ok) throw new Error(`pwnedpasswords returned ${response.status}`);
    // padded lines have the count 0
    return new RegExp(`^${hash.slice(5)}:[1-9]`, 'm').test(await response.text());
  } catch (error) {
    log('warn', 'breached passwords not checked', errorFields(error));
    return false;
  }
}
