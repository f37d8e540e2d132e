import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, expect, it, vi } from 'vitest';
import { respondToPool, signInWithoutPassword } from '../../functions/platform/pool-tickets.ts';
import { refreshSession } from '../../functions/users/refresh-session.ts';
import { startSession } from '../../functions/users/session-store.ts';
import { findPoolUser, addPersonWithoutPassword, cognito } from '../../functions/platform/user-pool.ts';
import { defined } from '../support/defined.ts';
import { useWorld } from '../support/world.ts';
import { claimsIn, createUser } from './person.ts';

useWorld();
afterEach(() => void vi.useRealTimers());

const client = () => ({ UserPoolId: process.env.USER_POOL_ID, ClientId: process.env.USER_POOL_CLIENT_ID });

async function respondWith(id: string, answer: (ticket: string) => string, of = id) {
  const { Session } = await cognito.send(
    new AdminInitiateAuthCommand({
      ...client(),
      AuthFlow: 'CUSTOM_AUTH',
      AuthParameters: { USERNAME: id },
    }),
  );
  return cognito.send(
    new AdminRespondToAuthChallengeCommand({
      ...client(),
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session,
      ChallengeResponses: { USERNAME: of, ANSWER: answer(await ticketOf(id)) },
    }),
  );
}

/** Returns the ticket that a login sends to the pool. */
async function ticketOf(id: string): Promise<string> {
  const sent = vi.spyOn(cognito, 'send');
  await signInWithoutPassword(id, true);
  const [command] = defined(sent.mock.calls.at(-1));
  sent.mockRestore();
  return String((command as AdminRespondToAuthChallengeCommand).input.ChallengeResponses?.ANSWER);
}

it('logs a user in with the groups and subject of a login by password, and refreshes the session', async () => {
  const user = await createUser({ role: 'partnerManager' });
  const tokens = defined(await signInWithoutPassword(user.id, true));
  expect(claimsIn(tokens.accessToken)).toMatchObject({
    sub: user.id,
    token_use: 'access',
    'cognito:groups': ['partnerManager'],
  });
  const login = { userId: user.id, tokens, userAgent: undefined, now: new Date() };
  const { accessToken, refreshToken } = await startSession(login, async () => []);
  const refreshed = await refreshSession(refreshToken, new Date());
  const [before, after] = [claimsIn(accessToken), claimsIn(refreshed.accessToken)];
  expect(after).toMatchObject({ sub: user.id, origin_jti: before.event_id, auth_time: before.auth_time });
});

it('confirms a login that never had a password', async () => {
  const email = `new-${crypto.randomUUID()}@people.test`;
  const id = await addPersonWithoutPassword({ email, role: 'member' });
  const tokens = defined(await signInWithoutPassword(id, false));
  expect(claimsIn(tokens.accessToken)).toMatchObject({ sub: id });
  expect(await findPoolUser(email)).toEqual({ id, hasPassword: true });
});

it('refuses tickets that are missing, changed, expired, or of another user', async () => {
  const [user, other] = [await createUser(), await createUser()];
  const refused = { name: 'NotAuthorizedException' };
  await expect(respondWith(user.id, () => '')).rejects.toMatchObject(refused);
  await expect(respondWith(user.id, (ticket) => ticket.replace(/.$/, '!'))).rejects.toMatchObject(refused);
  await expect(respondWith(user.id, (ticket) => ticket.replace(/^\d+/, '9999999999'))).rejects.toMatchObject(
    refused,
  );
  const ofOther = await ticketOf(other.id);
  await expect(respondWith(user.id, () => ofOther)).rejects.toMatchObject(refused);
  const [ticket] = [await ticketOf(user.id)];
  const verify = async () =>
    (await respondToPool({
      triggerSource: 'VerifyAuthChallengeResponse_Authentication',
      request: { userAttributes: { sub: user.id }, challengeAnswer: ticket },
      response: {},
    })) as { response: object };
  expect((await verify()).response).toEqual({ answerCorrect: true });
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  expect((await verify()).response).toEqual({ answerCorrect: false });
});

it('issues no tokens after another challenge or a wrong answer', async () => {
  const define = async (session: object[]) =>
    (await respondToPool({
      triggerSource: 'DefineAuthChallenge_Authentication',
      request: { userAttributes: {}, session },
      response: {},
    })) as { response: { issueTokens: boolean; failAuthentication: boolean } };
  const passed = { challengeName: 'CUSTOM_CHALLENGE', challengeResult: true };
  expect((await define([])).response).toEqual({
    issueTokens: false,
    failAuthentication: false,
    challengeName: 'CUSTOM_CHALLENGE',
  });
  expect((await define([passed])).response).toEqual({ issueTokens: true, failAuthentication: false });
  for (const session of [
    [{ ...passed, challengeResult: false }],
    [{ ...passed, challengeName: 'SRP_A' }],
    [passed, passed],
  ])
    expect((await define(session)).response).toEqual({ issueTokens: false, failAuthentication: true });
});
