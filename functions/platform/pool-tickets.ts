import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { errorName } from '../../shared/refusal.ts';
import { tokenTime } from './clock.ts';
import { newToken, sameDigest } from './digest.ts';
import { keyedDigest, keyedDigests } from './keyed-digest.ts';
import { cognito, pool, setPassword, tokensIn, type PoolTokens } from './user-pool.ts';

/** Validity of a ticket: the two calls of one login. */
const ticketSeconds = 60;

const ticketText = (poolUserId: string, until: number): string => `pool ticket ${poolUserId} ${until}`;

/** Returns a ticket with which the pool logs one user in; it never leaves the portal's functions. */
async function newTicket(poolUserId: string): Promise<string> {
  const until = tokenTime() + ticketSeconds;
  return `${until} ${await keyedDigest(ticketText(poolUserId, until))}`;
}

async function isTicket(ticket: string, poolUserId: string): Promise<boolean> {
  const [until = '', digest = ''] = ticket.split(' ');
  if (!(Number(until) > tokenTime())) return false;
  const digests = await keyedDigests(ticketText(poolUserId, Number(until)));
  return digests.some((valid) => sameDigest(valid, digest));
}

const challengeName = 'CUSTOM_CHALLENGE';

/** Event of Cognito's custom authentication: `<trigger>_Authentication`. */
const poolEvent = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({
    userAttributes: z.looseObject({ sub: z.string().optional() }).optional(),
    session: z.array(z.looseObject({ challengeName: z.string(), challengeResult: z.boolean() })).optional(),
    challengeAnswer: z.string().nullish(),
  }),
});

/**
 * Returns the event with the portal's response: one challenge, which only a ticket of the same user passes. Without one,
 * a call of the public client fails.
 */
export async function respondToPool(sent: unknown): Promise<object> {
  const event = poolEvent.parse(sent);
  const { session = [], challengeAnswer, userAttributes } = event.request;
  const [first] = session;
  const isComplete = session.length === 1 && first?.challengeName === challengeName && first.challengeResult;
  const responses: Record<string, () => object | Promise<object>> = {
    DefineAuthChallenge_Authentication: () => ({
      issueTokens: isComplete,
      failAuthentication: !isComplete && session.length > 0,
      ...(session.length === 0 && { challengeName }),
    }),
    CreateAuthChallenge_Authentication: () => ({
      publicChallengeParameters: {},
      privateChallengeParameters: {},
    }),
    VerifyAuthChallengeResponse_Authentication: async () => ({
      answerCorrect: await isTicket(challengeAnswer ?? '', userAttributes?.sub ?? ''),
    }),
  };
  const respond = responses[event.triggerSource];
  if (!respond) throw new Error(`unknown trigger ${event.triggerSource}`);
  return { ...event, response: await respond() };
}

/** Pool errors of a user who cannot log in. */
const refused = new Set(['NotAuthorizedException', 'UserNotFoundException', 'UserNotConfirmedException']);

/**
 * Logs in a user of the pool, authenticated by an identity provider, by custom authentication; undefined if the pool has no
 * such user. A login without a password gets one that nobody knows, because the pool confirms it by this.
 */
export async function signInWithoutPassword(
  poolUserId: string,
  hasPassword: boolean,
): Promise<PoolTokens | undefined> {
  const ofClient = { UserPoolId: pool(), ClientId: process.env.USER_POOL_CLIENT_ID };
  try {
    // the pool requires letters and a digit
    if (!hasPassword) await setPassword(poolUserId, `a1${newToken()}`);
    const { Session, ChallengeName } = await cognito.send(
      new AdminInitiateAuthCommand({
        ...ofClient,
        AuthFlow: 'CUSTOM_AUTH',
        AuthParameters: { USERNAME: poolUserId },
      }),
    );
    if (ChallengeName !== challengeName) throw new Error(`the user pool requires ${ChallengeName}`);
    const { AuthenticationResult } = await cognito.send(
      new AdminRespondToAuthChallengeCommand({
        ...ofClient,
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME: poolUserId, ANSWER: await newTicket(poolUserId) },
      }),
    );
    return tokensIn(AuthenticationResult);
  } catch (error) {
    if (refused.has(errorName(error))) return undefined;
    throw error;
  }
}
