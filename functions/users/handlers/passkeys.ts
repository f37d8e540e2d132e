import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { maxPasskeys, tooManyPasskeys, passkeyChallengeSeconds } from '../../../shared/users/passkeys.ts';
import { actionOf } from '../../../shared/users/step-up.ts';
import { verifyNewPasskey } from '../../platform/passkeys.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { emailCredentialChange } from '../credential-email.ts';
import { sessionsEnded } from '../end-sessions.ts';
import { challengeOf, refusedPasskey } from '../passkey-check.ts';
import { userChange } from '../store.ts';
import { tokenTime } from '../../platform/clock.ts';
import { digestOf, newToken } from '../../platform/digest.ts';
import { passkeyDomain } from '../../platform/passkey-domain.ts';
import { changeUser } from '../session-store.ts';

export const passkeysHandler = handle(users.passkeys, async ({ caller: { user } }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  return user.passkeys ?? [];
});

// the first passkey ends the other sessions, so that none that was opened with the password alone survives
export const addPasskeyHandler = handle(
  users.addPasskey,
  async ({ body, caller: { user, session }, now }) => {
    if (!user || session === undefined) throw new Refusal('forbidden', 'Access to the resource is denied.');
    const before = user.passkeys ?? [];
    if (before.length >= maxPasskeys) throw new Refusal('conflict', tooManyPasskeys);
    const isChallenge = challengeOf(user, session, actionOf(users.addPasskey));
    const added = await verifyNewPasskey(body.passkey, isChallenge);
    if (!added || before.some(({ id }) => id === added.id)) throw refusedPasskey();
    const { name } = body;
    const passkeys = [...before, { ...added, name, createdAt: now.toISOString() }];
    const changed = { passkeys, passkeyChallenge: undefined };
    await transact(
      ...(before.length === 0
        ? sessionsEnded(user, session, changed)
        : userChange(user, { ...user, ...changed })),
      auditWrite({ name: 'passkey added', subject: `user ${user.id}`, who: user.id, after: { name } }, now),
    );
    await emailCredentialChange(user, `The passkey "${name}" was added.`);
    return { success: true, message: 'Your passkey was added. From now on, logging in requires it.' };
  },
);

export const beginPasskeyHandler = handle(
  users.beginPasskey,
  async ({ body: { action }, caller: { user, session } }) => {
    if (!user || session === undefined) throw new Refusal('forbidden', 'Access to the resource is denied.');
    const challenge = newToken();
    const passkeyChallenge = {
      hash: digestOf(challenge),
      session,
      action: digestOf(action),
      expiresAt: tokenTime() + passkeyChallengeSeconds,
    };
    await changeUser(user.id, (current) => userChange(current, { ...current, passkeyChallenge }));
    return {
      challenge,
      domain: passkeyDomain(),
      // not the user's ID, which other data refers to
      userHandle: digestOf(user.id),
      passkeyIds: (user.passkeys ?? []).map(({ id }) => id),
    };
  },
);

export const removePasskeyHandler = handle(users.removePasskey, async ({ params, caller: { user }, now }) => {
  const removed = user?.passkeys?.find(({ id }) => id === params.passkeyId);
  if (!user || !removed) throw new Refusal('not-found', 'Passkey not found.');
  const left = user.passkeys?.filter((passkey) => passkey !== removed);
  const event = { name: 'passkey removed', subject: `user ${user.id}`, who: user.id } as const;
  await transact(
    ...userChange(user, { ...user, passkeys: left?.length ? left : undefined }),
    auditWrite({ ...event, before: { name: removed.name } }, now),
  );
  await emailCredentialChange(user, `The passkey "${removed.name}" was removed.`);
  return { success: true, message: 'The passkey was removed. Delete it on your device as well.' };
});

export const renamePasskeyHandler = handle(
  users.renamePasskey,
  async ({ params, body, caller: { user }, now }) => {
    const before = user?.passkeys?.find(({ id }) => id === params.passkeyId);
    if (!user || !before) throw new Refusal('not-found', 'Passkey not found.');
    const { name } = body;
    const passkeys = user.passkeys?.map((passkey) => (passkey === before ? { ...before, name } : passkey));
    const event = { name: 'passkey renamed', subject: `user ${user.id}`, who: user.id } as const;
    await transact(
      ...userChange(user, { ...user, passkeys }),
      auditWrite({ ...event, before: { name: before.name }, after: { name } }, now),
    );
    return { success: true, message: 'The name was saved.' };
  },
);
