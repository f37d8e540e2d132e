import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { testSiteKey } from '../../shared/site/captcha-key.ts';
import { digestOf } from '../platform/digest.ts';
import { secrets } from '../platform/secrets.ts';
import { endAfter } from '../platform/time-and-chance.ts';
import { keepSolvedCaptcha, loadSolvedCaptcha } from './captcha-store.ts';

/**
 * Google's public keys for tests: with them every challenge is passed, so they prove nothing and hold under
 * `npm start` alone. https://developers.google.com/recaptcha/docs/faq
 */
export const testKeys = {
  site: testSiteKey,
  secret: '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe',
};

/** Asks whoever set the challenge whether this answer to it is right. Throws when nobody can be asked. */
export type AskCaptcha = (token: string) => Promise<boolean>;

/** Asks Google, which says yes to a token once only, within two minutes, for the site it was solved on. */
export const askGoogle =
  (secret: string, siteHost: string, call: typeof fetch = fetch): AskCaptcha =>
  async (token) => {
    const answer = await call('https://www.google.com/recaptcha/api/siteverify', {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      signal: endAfter(5000),
    });
    if (!answer.ok) throw new Error(`siteverify answered ${answer.status}`);
    const said = z
      .object({ success: z.boolean(), hostname: z.string().optional() })
      .parse(await answer.json());
    return said.success && said.hostname === siteHost;
  };

/** The stand-in of `npm start`, which asks nobody: takes what the local checkbox makes from the public test key. */
export const askLocally: AskCaptcha = async (token) =>
  token === testKeys.site || token.startsWith(`${testKeys.site}.`);

/** Who is asked at this stage. The public test keys are refused everywhere but here. */
export function whoToAsk(stage: string | undefined, secret: string | undefined, site: string): AskCaptcha {
  if (stage === 'local') return askLocally;
  if (!secret) throw new Error('captchas are on, and there is no captchaSecret');
  if (secret === testKeys.secret) throw new Error('the captcha secret is the public test key');
  return askGoogle(secret, new URL(site).hostname);
}

const unsolved = () =>
  new Refusal('invalid', 'Show us that you are not a robot, then send again.', 'captcha');
const used = () =>
  new Refusal('invalid', 'This captcha has been used already. Solve it once more.', 'captcha');

/**
 * Lets a request through when its captcha is solved. A solved captcha is bound to what it was solved for (`boundTo`,
 * any text) and serves nothing else; the same request may come again with it, since a retry has no new one.
 */
export async function mustBeSolved(token: string | undefined, boundTo: string, now: Date): Promise<void> {
  if (!token || token.length > 4096) throw unsolved();
  const tokenHash = digestOf(token);
  const solved = await loadSolvedCaptcha(tokenHash);
  if (solved) {
    if (solved.boundTo === boundTo) return;
    throw used();
  }
  const { captchaSecret } = await secrets();
  const ask = whoToAsk(process.env.STAGE, captchaSecret, process.env.SITE_ADDRESS ?? '');
  if (!(await ask(token))) throw unsolved();
  const expiresAt = Math.floor(now.getTime() / 1000) + 24 * 60 * 60;
  await keepSolvedCaptcha({ tokenHash, boundTo, expiresAt }, used());
}
