import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { testSiteKey } from '../../shared/site/site-config.ts';
import { digestOf } from '../platform/digest.ts';
import { secrets } from '../platform/secrets.ts';
import { endAfter } from '../platform/time-and-chance.ts';
import { saveSolvedCaptcha, loadSolvedCaptcha } from './captcha-store.ts';

/**
 * Google's public test keys. Every challenge passes with them, so they are valid under `npm start` only.
 * https://developers.google.com/recaptcha/docs/faq
 */
export const testKeys = {
  site: testSiteKey,
  secret: '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe',
};

/** Returns whether the captcha token is valid. Throws if the captcha service is not available. */
export type VerifyCaptcha = (token: string) => Promise<boolean>;

/** Verifies a token with Google, which accepts each token once, within two minutes, for the site that solved it. */
export const verifyWithGoogle =
  (secret: string, siteHost: string, call: typeof fetch = fetch): VerifyCaptcha =>
  async (token) => {
    const response = await call('https://www.google.com/recaptcha/api/siteverify', {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ secret, response: token }),
      signal: endAfter(5000),
    });
    if (!response.ok) throw new Error(`siteverify returned ${response.status}`);
    const result = z
      .object({ success: z.boolean(), hostname: z.string().optional() })
      .parse(await response.json());
    return result.success && result.hostname === siteHost;
  };

/** Accepts the tokens that the local checkbox creates from the public test key. For `npm start` only. */
export const verifyLocally: VerifyCaptcha = async (token) =>
  token === testKeys.site || token.startsWith(`${testKeys.site}.`);

/** Returns the verifier for the stage. Throws if the secret is missing, or is the public test key. */
export function captchaVerifier(
  stage: string | undefined,
  secret: string | undefined,
  site: string,
): VerifyCaptcha {
  if (stage === 'local') return verifyLocally;
  if (!secret) throw new Error('captchas are on, but there is no captchaSecret');
  if (secret === testKeys.secret) throw new Error('the captcha secret is the public test key');
  return verifyWithGoogle(secret, new URL(site).hostname);
}

const unsolved = () =>
  new Refusal('invalid', 'Confirm that you are not a robot, then send again.', 'captcha');
const used = () => new Refusal('invalid', 'This captcha was already used. Solve it again.', 'captcha');

/**
 * Throws Refusal unless the captcha is solved. A solved captcha is bound to one submission (`boundTo`); a retry of the
 * same submission can use it again, because the visitor has no new token.
 */
export async function requireSolvedCaptcha(
  token: string | undefined,
  boundTo: string,
  now: Date,
): Promise<void> {
  if (!token || token.length > 4096) throw unsolved();
  const tokenHash = digestOf(token);
  const solved = await loadSolvedCaptcha(tokenHash);
  if (solved) {
    if (solved.boundTo === boundTo) return;
    throw used();
  }
  const { captchaSecret } = await secrets();
  const verify = captchaVerifier(process.env.STAGE, captchaSecret, process.env.SITE_ADDRESS ?? '');
  if (!(await verify(token))) throw unsolved();
  const expiresAt = Math.floor(now.getTime() / 1000) + 24 * 60 * 60;
  await saveSolvedCaptcha({ tokenHash, boundTo, expiresAt }, used());
}
