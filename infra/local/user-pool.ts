import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { poolGroups } from '../../shared/roles.ts';
import type { Ports } from './ports.ts';

/** Fixed IDs, so that tokens remain valid after a restart. */
export const localPool = { poolId: 'local_wellport', clientId: 'wellport-web' };

export const localIssuer = (ports: Ports): string => `http://127.0.0.1:${ports.people}/${localPool.poolId}`;

/** Writes the user pool, its client, and its groups into the database of cognito-local, unless they exist. */
export function seedPool(folder: string, ports: Ports): void {
  const database = join(folder, '.cognito/db');
  mkdirSync(database, { recursive: true });
  write(join(folder, '.cognito/config.json'), {
    TokenConfig: { IssuerDomain: `http://127.0.0.1:${ports.people}` },
  });
  const at = new Date(0).toISOString();
  const client = {
    ClientId: localPool.clientId,
    ClientName: 'web',
    UserPoolId: localPool.poolId,
    CreationDate: at,
    LastModifiedDate: at,
    AllowedOAuthFlowsUserPoolClient: false,
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    // cognito-local cannot refresh tokens, so they are valid for long
    AccessTokenValidity: 30,
    IdTokenValidity: 30,
    RefreshTokenValidity: 30,
    TokenValidityUnits: { AccessToken: 'days', IdToken: 'days', RefreshToken: 'days' },
  };
  writeOnce(join(database, 'clients.json'), { Clients: { [localPool.clientId]: client } });
  writeOnce(join(database, `${localPool.poolId}.json`), {
    Users: {},
    Options: {
      Id: localPool.poolId,
      Name: 'wellport',
      CreationDate: at,
      LastModifiedDate: at,
      UsernameAttributes: ['email'],
      MfaConfiguration: 'OPTIONAL',
    },
    Groups: Object.fromEntries(
      poolGroups.map((GroupName) => [
        GroupName,
        { GroupName, CreationDate: at, LastModifiedDate: at, members: [] },
      ]),
    ),
  });
}

const write = (file: string, content: unknown) => writeFileSync(file, JSON.stringify(content, null, 2));

const writeOnce = (file: string, content: unknown) => {
  if (!existsSync(file)) write(file, content);
};

/** Cognito's trigger of custom authentication. */
type Trigger = (event: object) => Promise<object>;
type TriggerResponse = { challengeName?: string; issueTokens?: boolean; answerCorrect?: boolean };

/** Returns whether a user passes custom authentication with a ticket, by the trigger's decisions, as Cognito runs it. */
export async function passesCustomChallenge(trigger: Trigger, sub: string, ticket: string): Promise<boolean> {
  const respond = async (name: string, request: object) => {
    const event = { triggerSource: `${name}_Authentication`, request, response: {} };
    return ((await trigger(event)) as { response: TriggerResponse }).response;
  };
  const userAttributes = { sub };
  const { challengeName } = await respond('DefineAuthChallenge', { userAttributes, session: [] });
  if (challengeName !== 'CUSTOM_CHALLENGE') return false;
  await respond('CreateAuthChallenge', { userAttributes, challengeName });
  const { answerCorrect: challengeResult = false } = await respond('VerifyAuthChallengeResponse', {
    userAttributes,
    challengeAnswer: ticket,
  });
  const session = [{ challengeName, challengeResult }];
  return (await respond('DefineAuthChallenge', { userAttributes, session })).issueTokens === true;
}
