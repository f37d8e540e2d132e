import { Refusal } from '../../shared/refusal.ts';
import { codesLocked } from '../../shared/users/second-factor.ts';
import {
  countSignInAttempt,
  resetAttempts,
  isTrustedSource,
  isLastAttempt,
  signInLocked,
  signInAttempts,
} from '../../shared/users/sign-in-attempts.ts';
import { digestOf } from '../platform/digest.ts';
import { auditWrite } from '../table/audit.ts';
import { change, measured } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { retryOnConflict } from '../table/retry.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const attemptsEntity = entity({
  name: 'sign-in tries',
  schema: signInAttempts,
  key: ({ name }) => keys.signInAttempts(name),
});

const lost = new Refusal('conflict', 'Another login with this name is in progress. Try again.');

/** Name, source (`HandlerContext.source`), and time of a login. */
export interface Attempt {
  name: string;
  source: string;
  /** The browser, which becomes known by a login like the source. */
  device?: string | undefined;
  now: Date;
}

/** Counts an attempt before it is made; throws if the source or name is locked. Concurrent attempts count separately. */
export async function startAttempt({ name, source, now }: Attempt, locked = signInLocked): Promise<void> {
  const digest = digestOf(name);
  await retryOnConflict(async () => {
    const before = await get(attemptsEntity, keys.signInAttempts(digest));
    const after = countSignInAttempt(before, { name: digest, source }, now);
    if (!after) throw new Refusal('locked', locked);
    const subject = `sign-in ${digest}`;
    await transact(
      ...change(attemptsEntity, before ?? null, after, { lost }),
      ...(isLastAttempt(after, source)
        ? [measured(auditWrite({ name: 'sign-in locked', subject, who: 'nobody' }, now), { LockOuts: 1 })]
        : []),
    );
  });
}

/**
 * Name under which codes are counted, separate from passwords: a correct or reset password resets the attempts of
 * passwords only. It cannot collide with names, which are lowercase.
 */
const codeTries = (userId: string): string => `CODES OF ${userId}`;

/** Codes have six digits, so all sources count together. Only holders of the password can cause this lock. */
const anywhere = 'anywhere';

const codeAttempt = (userId: string, now: Date): Attempt => ({
  name: codeTries(userId),
  source: anywhere,
  now,
});

export const startCodeAttempt = (userId: string, now: Date): Promise<void> =>
  startAttempt(codeAttempt(userId, now), codesLocked);

/** Returns the writes that reset the attempts of a name at a source after the identity was verified. */
export async function attemptsReset({ name, source, device, now }: Attempt): Promise<Change[]> {
  const before = await get(attemptsEntity, keys.signInAttempts(digestOf(name)));
  if (!before) return [];
  const after = resetAttempts(before, source, now);
  return change(attemptsEntity, before, device ? resetAttempts(after, device, now) : after, { lost });
}

/** Returns the first of these sources with a recent login of the name; undefined if there is none. */
export async function trustedSource(
  name: string,
  sources: readonly (string | undefined)[],
  now: Date,
): Promise<string | undefined> {
  const before = await get(attemptsEntity, keys.signInAttempts(digestOf(name)));
  return sources.find((source) => source !== undefined && isTrustedSource(before, source, now));
}

export const codeAttemptsReset = (userId: string, now: Date): Promise<Change[]> =>
  attemptsReset(codeAttempt(userId, now));
