import {
  CodeMismatchError,
  CognitoError,
  ExpiredCodeError,
  InvalidParameterError,
  NotAuthorizedError,
  Targets,
  UserNotFoundError,
  type Context,
  type PoolRequest,
  type Services,
} from './cognito-local.mjs';
import { challengeValidityMs } from '../../shared/users/second-factor.ts';
import { milliseconds, newUuid } from './time-and-chance.ts';

/**
 * Loaded into the local user pool before it starts: the second factor for callers with AWS credentials, which it lacks
 * (it challenges in InitiateAuth alone). As Cognito does it, a session is good for one sign-in and for a time, a wrong
 * code leaves it open, and a code is good once.
 */
const { AdminInitiateAuth, RespondToAuthChallenge, VerifySoftwareToken } = Targets;

type Preference = Pick<PoolRequest, 'UserPoolId'> & {
  Username: string;
  SoftwareTokenMfaSettings?: { Enabled?: boolean; PreferredMfa?: boolean };
};

const method = 'SOFTWARE_TOKEN_MFA';
const sessions = new Map<string, { username: string; until: number }>();
const usedCodes = new Map<string, number>();

const poolOf = ({ cognito }: Services, ctx: Context, req: Pick<PoolRequest, 'UserPoolId'>) =>
  cognito.getUserPool(ctx, req.UserPoolId);

/** Codes are accepted 30 seconds early and late, so none is right again after two minutes. */
function useOnce(of: string, code: string): void {
  const name = `${of} ${code}`;
  if ((usedCodes.get(name) ?? 0) > milliseconds() - 120_000) throw new ExpiredCodeError();
  usedCodes.set(name, milliseconds());
}

const initiateAuth: typeof AdminInitiateAuth = (services) => async (ctx, req) => {
  const answer = await AdminInitiateAuth(services)(ctx, req);
  const username = req.AuthParameters?.USERNAME ?? '';
  const user = await (await poolOf(services, ctx, req)).getUserByUsername(ctx, username);
  if (req.AuthFlow !== 'ADMIN_USER_PASSWORD_AUTH' || !user?.UserMFASettingList?.includes(method))
    return answer;
  const session = newUuid();
  sessions.set(session, { username: user.Username, until: milliseconds() + challengeValidityMs });
  return {
    ChallengeName: method,
    Session: session,
    ChallengeParameters: { USER_ID_FOR_SRP: user.Username },
  };
};

const respond = (services: Services) => async (ctx: Context, req: PoolRequest) => {
  const user = await (
    await poolOf(services, ctx, req)
  ).getUserByUsername(ctx, req.ChallengeResponses?.USERNAME ?? '');
  const session = sessions.get(req.Session ?? '');
  if (!user || session?.username !== user.Username || session.until < milliseconds())
    throw new NotAuthorizedError('Invalid session for the user.');
  const code = req.ChallengeResponses?.SOFTWARE_TOKEN_MFA_CODE ?? '';
  const answer = await RespondToAuthChallenge(services)(ctx, req);
  useOnce(user.Username, code);
  sessions.delete(req.Session ?? '');
  return answer;
};

const verify: typeof VerifySoftwareToken = (services) => async (ctx, req) => {
  try {
    const answer = await VerifySoftwareToken(services)(ctx, req);
    const { sub } = JSON.parse(Buffer.from(req.AccessToken?.split('.')[1] ?? '', 'base64url').toString()) as {
      sub: string;
    };
    useOnce(sub, req.UserCode);
    return answer;
  } catch (error) {
    if (!(error instanceof CodeMismatchError)) throw error;
    throw new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch');
  }
};

const setPreference = (services: Services) => async (ctx: Context, req: Preference) => {
  const pool = await poolOf(services, ctx, req);
  const user = await pool.getUserByUsername(ctx, req.Username);
  if (!user) throw new UserNotFoundError('User does not exist.');
  const on = req.SoftwareTokenMfaSettings?.Enabled === true;
  if (on && !user.SoftwareTokenMfaConfiguration?.Verified)
    throw new InvalidParameterError('User has not verified software token mfa');
  const others = (user.UserMFASettingList ?? []).filter((one) => one !== method);
  await pool.saveUser(ctx, {
    ...user,
    UserMFASettingList: on ? [...others, method] : others,
    PreferredMfaSetting: on && req.SoftwareTokenMfaSettings?.PreferredMfa ? method : undefined,
  });
  return {};
};

Object.assign(Targets, {
  AdminInitiateAuth: initiateAuth,
  AdminRespondToAuthChallenge: respond,
  AdminSetUserMFAPreference: setPreference,
  VerifySoftwareToken: verify,
});
