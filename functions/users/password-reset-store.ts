import {
  countCodeAttempt,
  isActive,
  passwordReset,
  parseResetCode,
  wrongCode,
  type PasswordReset,
} from '../../shared/users/password-reset.ts';
import { Refusal } from '../../shared/refusal.ts';
import { newToken, sameDigest, slowDigest } from '../platform/digest.ts';
import { auditWrite } from '../table/audit.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const resetEntity = entity({
  name: 'password reset',
  schema: passwordReset,
  key: ({ name }) => keys.passwordReset(name),
});

const lost = new Refusal('conflict', 'Two requests for this name arrived at the same time. Try again.');

export const loadReset = (name: string): Promise<PasswordReset | undefined> =>
  get(resetEntity, keys.passwordReset(name));

/** Stores a password request and replaces the previous one. */
export const saveReset = (
  before: PasswordReset | undefined,
  after: PasswordReset,
  now: Date,
): Promise<void> =>
  transact(
    ...change(resetEntity, before ?? null, after, { lost }),
    auditWrite(
      { name: 'password reset asked for', subject: `sign-in ${after.name}`, who: after.userId ?? 'nobody' },
      now,
    ),
  );

/**
 * Counts an attempt with a code and compares it; throws the same error for every reason. Returns the request afterwards.
 */
export async function verifyCode(
  name: string,
  input: string,
  from: { source: string; now: Date },
): Promise<PasswordReset> {
  const before = await loadReset(name);
  const counted = countCodeAttempt(before, from);
  const code = await slowDigest(parseResetCode(input), before?.salt ?? newToken());
  if (before && counted) await transact(...change(resetEntity, before, counted, { lost }));
  if (!counted || !sameDigest(code, counted.codeHash)) throw new Refusal('invalid', wrongCode, 'code');
  return { ...counted, version: counted.version + 1 };
}

/** Returns the writes that invalidate a request. */
export const resetUsed = (request: PasswordReset): Change[] =>
  change(
    resetEntity,
    request,
    { ...request, used: true },
    { lost: new Refusal('invalid', wrongCode, 'code') },
  );

/** Reports whether the token of an earlier response replaces a captcha. */
export const canResend = (request: PasswordReset | undefined, tokenDigest: string, now: Date): boolean =>
  isActive(request, now) && sameDigest(request.resendHash, tokenDigest);
