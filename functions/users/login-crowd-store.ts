import { Refusal } from '../../shared/refusal.ts';
import {
  countLogin,
  crowdMessage,
  isCurrentWork,
  loginCount,
  needsChallenge,
  provesWork,
  workHeader,
  workSeed,
} from '../../shared/users/login-crowd.ts';
import { digestOf, sha256 } from '../platform/digest.ts';
import type { Visitor } from './log-in.ts';
import { loadFeatureFlags } from '../settings/store.ts';
import { requireSolvedCaptcha } from '../site/captcha.ts';
import { saveSolvedCaptcha } from '../site/captcha-store.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { retryOnConflict } from '../table/retry.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

export const loginCountEntity = entity({
  name: 'login count',
  schema: loginCount,
  key: ({ source }) => keys.loginCount(source),
});

/**
 * Counts a login of an unknown browser. Above the free logins of an address, requires a solved captcha where captchas
 * are on, otherwise proof of work, so that colleagues behind one address can all log in.
 */
export async function requireLoginChallenge({ name, source, header, now }: Visitor): Promise<void> {
  if (!(await isCrowded(source, now))) return;
  const { useCaptcha } = await loadFeatureFlags();
  if (useCaptcha) return requireSolvedCaptcha(header('captcha-response'), `login ${digestOf(name)}`, now);
  const solution = header(workHeader) ?? '';
  const unsolved = new Refusal('invalid', crowdMessage, { work: workSeed(source, now) });
  if (!isCurrentWork(solution, source, now) || !provesWork(sha256(solution))) throw unsolved;
  const expiresAt = Math.floor(now.getTime() / 1000) + 1200;
  await saveSolvedCaptcha({ tokenHash: digestOf(`work ${solution}`), boundTo: 'login', expiresAt }, unsolved);
}

async function isCrowded(source: string, now: Date): Promise<boolean> {
  let crowded = true;
  const count = async () => {
    const before = await get(loginCountEntity, keys.loginCount(source));
    const after = countLogin(before, source, now);
    const lost = new Refusal('conflict', 'Several people logged in at the same time. Try again.');
    await transact(...change(loginCountEntity, before ?? null, after, { lost }));
    crowded = needsChallenge(after);
  };
  // a count that conflicts repeatedly is a crowd
  await retryOnConflict(count).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  return crowded;
}
