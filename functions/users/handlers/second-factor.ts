import { Refusal } from '../../../shared/refusal.ts';
import {
  appAlreadyOn,
  appTurnedOff,
  digitsOf,
  wrongAppCode,
  setUpAddress,
} from '../../../shared/users/second-factor.ts';
import { showMoment } from '../../../shared/calendar.ts';
import { forgottenPinHours } from '../../../shared/users/pin.ts';
import { notifyOfAdministrators } from '../../administrators/notify-administrators.ts';
import { passkeyNeeded } from '../../../shared/users/passkeys.ts';
import { signInName } from '../../../shared/users/sign-in-attempts.ts';
import { codeNeeded, actionNameOf } from '../../../shared/users/step-up.ts';
import {
  respondWithCode,
  hasSecondFactor,
  newAppKey,
  setSecondFactor,
  isCodeOfNewKey,
} from '../../platform/second-factor.ts';
import { signInPoolUser, type SignIn, revokeTokens } from '../../platform/user-pool.ts';
import type { Change } from '../../table/write.ts';
import { transact } from '../../table/transact.ts';
import {
  startCodeAttempt,
  startAttempt,
  codeAttemptsReset,
  attemptsReset,
  type Attempt,
} from '../sign-in-store.ts';
import { requiresPasskey, type User } from '../user.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { emailCredentialChange } from '../credential-email.ts';
import { enterPin, setPin } from '../pin.ts';
import { requirePassword, requireStepUpHere } from '../sign-on-store.ts';
import { storedSessionOf } from '../caller.ts';
import { hasPin } from '../pin-store.ts';
import { auditWrite } from '../../table/audit.ts';
import { challengeOf, checkPasskey } from '../passkey-check.ts';
import { issueProof, userChange, loadUser } from '../store.ts';
import { sessionsEnded } from '../end-sessions.ts';

type Source = Pick<Attempt, 'source' | 'now'>;

/** Throws unless the password is correct; attempts count with those of logging in. `reset` are the writes that reset them. */
async function checkPassword(
  user: User,
  password: string,
  from: Source,
): Promise<{ signIn: SignIn; reset: Change[] }> {
  await requirePassword(user);
  const attempt = { ...from, name: signInName(user.email) };
  await startAttempt(attempt);
  const signIn = await signInPoolUser(attempt.name, password);
  if (!signIn) throw new Refusal('invalid', 'Incorrect password. Nothing was changed.', 'password');
  return { signIn, reset: await attemptsReset(attempt) };
}

/**
 * Throws unless the password is correct and, where an authenticator app is set up, the code as well. Throws for a user
 * who must use a passkey instead.
 *
 * @returns the writes that reset these attempts
 */
async function checkIdentity(
  user: User,
  { password, code }: { password: string; code?: string | undefined },
  from: Source,
): Promise<Change[]> {
  const { signIn, reset } = await checkPassword(user, password, from);
  if ('tokens' in signIn) {
    if (user.hasSecondFactor) throw new Refusal('invalid', appTurnedOff);
    if (requiresPasskey(user)) throw new Refusal('invalid', passkeyNeeded, 'passkey');
    return reset;
  }
  // an app that was set up in the pool does not replace a passkey
  if (requiresPasskey(user)) throw new Refusal('invalid', passkeyNeeded, 'passkey');
  if (code === undefined) throw new Refusal('invalid', codeNeeded, 'code');
  await startCodeAttempt(user.id, from.now);
  const result = await respondWithCode(user.email, signIn.session, digitsOf(code));
  if (typeof result === 'string') throw new Refusal('invalid', wrongAppCode, 'code');
  return [...reset, ...(await codeAttemptsReset(user.id, from.now))];
}

/**
 * Returns an access token for setting up an app after the password was verified; throws while an app is active, because
 * the pool would replace it.
 */
async function tokenForSetUp(user: User, password: string, from: Source): Promise<string> {
  const { signIn, reset } = await checkPassword(user, password, from);
  await transact(...reset);
  if ('session' in signIn) throw new Refusal('conflict', appAlreadyOn);
  return signIn.tokens.accessToken;
}

export const secondFactorHandler = handle(users.secondFactor, async ({ caller: { user } }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  return { on: await hasSecondFactor(user.email) };
});

export const beginSecondFactorHandler = handle(
  users.beginSecondFactor,
  async ({ body, caller: { user }, source, now }) => {
    if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
    const key = await newAppKey(await tokenForSetUp(user, body.password, { source, now }));
    return { key, address: setUpAddress(key, user.email) };
  },
);

export const setPinHandler = handle(users.setPin, async ({ body, caller, now }) => {
  const isReplaced = await hasPin(caller.userId);
  const isForgotten = isReplaced && body.isForgotten === true;
  if (isReplaced && !isForgotten) {
    if (body.currentPin === undefined)
      throw new Refusal('invalid', 'Enter your current PIN to set a new one.', 'currentPin');
    await enterPin(caller.userId, body.currentPin, now, 'currentPin');
  }
  if (!isForgotten) {
    await setPin(caller.userId, body.pin, now);
    if (caller.user) await emailCredentialChange(caller.user, 'The PIN that confirms bank files was set.');
    return { success: true, message: 'Your PIN is set.' };
  }
  const usableFrom = new Date(now.getTime() + forgottenPinHours * 3_600_000).toISOString();
  await setPin(caller.userId, body.pin, now, usableFrom);
  const { firstName = '', lastName = '' } = caller.user ?? {};
  await notifyOfAdministrators(
    'An administrator replaced a forgotten PIN',
    `${firstName} ${lastName} set a new PIN without the current one. It confirms bank files from ${showMoment(usableFrom)}.`,
  );
  return { success: true, message: `Your new PIN can be used from ${showMoment(usableFrom)}.` };
});

export const stepUpHandler = handle(
  users.stepUp,
  async ({ body, caller: { user, session }, source, now }) => {
    if (!user || session === undefined) throw new Refusal('forbidden', 'Access to the resource is denied.');
    await requireStepUpHere(storedSessionOf({ user, session }));
    const { action, passkey, password = '', code } = body;
    const proven = { userId: user.id, action, session };
    const event = {
      name: 'identity confirmed',
      subject: `user ${user.id}`,
      who: user.id,
      after: { action: actionNameOf(action) },
    } as const;
    if (!passkey) {
      const reset = await checkIdentity(user, { password, code }, { source, now });
      return { success: true, proof: await issueProof(proven, [...reset, auditWrite(event, now)]) };
    }
    const passkeys = await checkPasskey(user, passkey, challengeOf(user, session, action), now);
    const reset = await codeAttemptsReset(user.id, now);
    // a challenge is valid once
    const changed = { passkeys, passkeyChallenge: undefined };
    return { success: true, proof: await issueProof(proven, [...reset, auditWrite(event, now)], changed) };
  },
);

// audited first, so that a crash is recorded and the request can be repeated
export const turnOffSecondFactorHandler = handle(
  users.turnOffSecondFactor,
  async ({ body, caller: { user }, source, now }) => {
    if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
    const reset = await checkIdentity(user, body, { source, now });
    await transact(
      ...reset,
      ...userChange(user, { ...user, hasSecondFactor: undefined }),
      auditWrite({ name: 'second factor turned off', subject: `user ${user.id}`, who: user.id }, now),
    );
    await setSecondFactor(user.email, false);
    await emailCredentialChange(user, 'Your authenticator app was turned off.');
    return {
      success: true,
      message: 'Logging in now requires only your password. Remove Wellport from your app.',
    };
  },
);

// Audited first, so that a crash is recorded and the request can be repeated. Other sessions end last, so that none
// that was opened with the password alone survives the change.
export const turnOnSecondFactorHandler = handle(
  users.turnOnSecondFactor,
  async ({ body, caller, source, now }) => {
    const { user, session } = caller;
    if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
    const accessToken = await tokenForSetUp(user, body.password, { source, now });
    if (!(await isCodeOfNewKey(accessToken, digitsOf(body.code))))
      throw new Refusal('invalid', wrongAppCode, 'code');
    await transact(
      auditWrite({ name: 'second factor turned on', subject: `user ${user.id}`, who: user.id }, now),
    );
    await setSecondFactor(user.email, true);
    await transact(...sessionsEnded((await loadUser(user.id)) ?? user, session, { hasSecondFactor: true }));
    await revokeTokens(user.email);
    await emailCredentialChange(user, 'An authenticator app was set up.');
    return {
      success: true,
      message:
        'Your app is set up. From now on, logging in requires a code from it. You were logged out on your other devices.',
    };
  },
);
