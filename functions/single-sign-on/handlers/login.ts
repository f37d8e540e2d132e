import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { singleSignOn } from '../../../shared/contracts/single-sign-on.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { type ProviderLogin } from '../../../shared/single-sign-on/identity-provider.ts';
import { domainOf } from '../../../shared/single-sign-on/sign-on.ts';
import { isPersonOf } from '../../../shared/single-sign-on/who-may-log-in.ts';
import { invalidLink, invitationSentences } from '../../../shared/users/link-texts.ts';
import { actionNameOf } from '../../../shared/users/step-up.ts';
import { signInName } from '../../../shared/users/sign-in-attempts.ts';
import { handle } from '../../handle.ts';
import { OAuthError, oauthAccess } from '../../integrations/oauth-access.ts';
import { invitationOf } from '../../members/invitation-store.ts';
import { loadPartner } from '../../partners/store.ts';
import { tokenTime } from '../../platform/clock.ts';
import { digestOf } from '../../platform/digest.ts';
import { delayFailures } from '../../platform/minimum-duration.ts';
import { countWithin, isWithin } from '../../site/site-email-count-store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { authorizedCaller } from '../../users/access.ts';
import { storedSessionOf, type Caller } from '../../users/caller.ts';
import { openLink } from '../../users/emailed-link.ts';
import { changeUser } from '../../users/session-store.ts';
import { issueProof, loadUser, userChange } from '../../users/store.ts';
import { admit, trialOf } from '../admit.ts';
import { verifyLogoutToken } from '../oidc.ts';
import {
  type Arrival,
  beginLogin,
  failedLogIn,
  receiveResponse,
  takeLogin,
  verifiedIdentity,
} from '../provider-login.ts';
import { portalMetadata, samlPortal } from '../saml.ts';
import { loadLogin, loginChange, recordSignOn, tokenUsed } from '../log-in-store.ts';
import {
  emailLinked,
  findSignOnOfDomain,
  hasLeft,
  linkAudit,
  linkedUser,
  loadSignOn,
  personOf,
  signOnChange,
  userIdOf,
} from '../../users/sign-on-store.ts';

const minuteMs = 60_000;

/** Returns the person of an address or of an emailed invitation, with the single sign-on of the employer. */
async function visitorOf(
  { userName = '', invitation }: { userName?: string; invitation?: string },
  now: Date,
) {
  if (invitation === undefined) {
    const name = signInName(userName);
    return { userName: name, signOn: await findSignOnOfDomain(domainOf(name)) };
  }
  // tokens of users contain a dot
  if (!invitation.includes('.')) {
    const { member, state } = await invitationOf(invitation, now);
    // the provider's address contains the whole address, and only an open invitation identifies its owner
    if (state !== 'open') throw new Refusal('invalid', invitationSentences[state]);
    return { userName: member.email, signOn: await loadSignOn(member.partnerId) };
  }
  const { user } = await openLink(invitation, ['user invitation'], now);
  return { userName: user.email, userId: user.id, signOn: await loadSignOn(user.partnerId ?? '') };
}

export const startLoginHandler = handle(singleSignOn.startLogin, async ({ body, source, now }) => {
  const { signOn, ...visitor } = await visitorOf(body, now);
  if (!signOn?.active) return { address: null, partnerName: null };
  const limit = { source: `single sign-on ${source}`, limit: 100, windowMs: 5 * minuteMs };
  if (!(await countWithin(limit, now)))
    throw new Refusal('too-many', 'Too many log-ins came from your network. Try again in five minutes.');
  const { partnerId, active } = signOn;
  const { binding, redirectUrl } = body;
  const begun = { purpose: 'login' as const, binding, redirectUrl, ...visitor };
  const [address, { name }] = await Promise.all([
    beginLogin(active, partnerId, begun, now),
    loadPartner(partnerId),
  ]);
  return { address, partnerName: name };
});

/** A trial or proof belongs to the session that began it. */
function requireBeginner({ userId, session }: ProviderLogin, caller: Caller | undefined): void {
  if (!caller?.user || caller.user.id !== userId || caller.session !== session)
    throw new Refusal(
      // endpoints for guests have no status 403
      caller ? 'forbidden' : 'invalid',
      'This log-in was started by another session. Start it again.',
    );
}

/** Records a successful trial of a draft that was not changed since, and returns its result. */
async function completeTrial({ login, signOn, identity, now }: Omit<Arrival, 'userAgent'>) {
  const { partnerId, userId = '' } = login;
  const { draft } = signOn;
  if (draft && !draft.isTried)
    await transact(
      ...signOnChange(signOn, { ...signOn, draft: { ...draft, isTried: true } }),
      auditWrite({ name: 'single sign-on tried', subject: `partner ${partnerId}`, who: userId }, now),
    );
  return { result: 'trial' as const, partnerId, ...(await trialOf({ identity, signOn })) };
}

/** Issues the proof of identity for the action that `beginProviderProof` named. */
async function completeProof({ login, identity, now }: Omit<Arrival, 'userAgent'>, caller: Caller) {
  const provider = storedSessionOf(caller)?.provider;
  const isSame = provider?.issuer === identity.issuer && provider.subject === identity.subject;
  if (!caller.user || caller.session === undefined || login.action === undefined || !isSame)
    throw await failedLogIn(login, 'Another person logged in to confirm the action.', now);
  const at = identity.authenticatedAt;
  // seconds of difference between the clocks
  const tolerance = 60;
  if (at === null || at < login.startedAt - tolerance || at > tokenTime() + tolerance)
    throw await failedLogIn(login, 'The provider did not require a new log-in to confirm the action.', now);
  const { user, session } = caller;
  const event = auditWrite(
    {
      name: 'identity confirmed',
      subject: `user ${user.id}`,
      who: user.id,
      after: { action: actionNameOf(login.action), provider: identity.issuer },
    },
    now,
  );
  const proof = await issueProof({ userId: user.id, action: login.action, session }, [event]);
  return { result: 'proof' as const, proof };
}

/** Takes a log-in once and verifies its person. The caller must have begun it; without one, it must be of a guest. */
async function arrive(body: Parameters<typeof verifiedIdentity>[2], now: Date, caller?: Caller) {
  const login = await takeLogin(body, now);
  if (caller || login.purpose !== 'login') requireBeginner(login, caller);
  const signOn = await loadSignOn(login.partnerId);
  return { login, signOn, identity: await verifiedIdentity(login, signOn, body, now), now };
}

export const completeLoginHandler = handle(singleSignOn.completeLogin, ({ body, header, now }) =>
  delayFailures(400, async () => admit({ ...(await arrive(body, now)), userAgent: header('user-agent') })),
);

export const completeOwnLoginHandler = handle(singleSignOn.completeOwnLogin, ({ body, caller, now }) =>
  delayFailures(400, async () => {
    const arrival = await arrive(body, now, caller);
    return arrival.login.purpose === 'trial' ? completeTrial(arrival) : completeProof(arrival, caller);
  }),
);

/** Redirects the browser by GET to the address that the handler returned as its content. */
const redirect = async (
  response: APIGatewayProxyStructuredResultV2,
): Promise<APIGatewayProxyStructuredResultV2> =>
  response.statusCode === 200
    ? {
        statusCode: 303,
        headers: {
          location: Buffer.from(response.body ?? '', 'base64').toString('utf8'),
          'content-type': 'text/html',
          'cache-control': 'no-store',
        },
      }
    : response;

const unlessRefused = <Result>(result: Promise<Result>): Promise<Result | undefined> =>
  result.catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });

export const samlResponseHandler = handle(
  singleSignOn.samlResponse,
  async ({ params, body, now }) => {
    const address = new URL('/login/company', process.env.SITE_ADDRESS);
    const state = body.RelayState ?? '';
    const login = await unlessRefused(loadLogin(state, now));
    const isExpected =
      login?.protocol === 'saml' && login.partnerId === params.partnerId && login.received === undefined;
    // a response that no log-in of a browser awaits is dropped; the page has a sentence for it
    const ticket = isExpected ? await unlessRefused(receiveResponse(login, body.SAMLResponse)) : undefined;
    if (ticket !== undefined) address.search = String(new URLSearchParams({ state, ticket }));
    return { name: 'redirect', type: 'text/html', bytes: Buffer.from(address.href) };
  },
  { authorize: authorizedCaller, finish: redirect },
);

export const samlMetadataHandler = handle(singleSignOn.samlMetadata, ({ params }) =>
  Promise.resolve({
    name: 'wellport-metadata.xml',
    type: 'application/samlmetadata+xml',
    bytes: Buffer.from(portalMetadata(samlPortal(params.partnerId))),
  }),
);

export const providerLogoutHandler = handle(
  singleSignOn.providerLogout,
  async ({ params: { partnerId }, body, source, now }) => {
    const { active } = await loadSignOn(partnerId);
    const refused = new OAuthError('invalid_request', 'The logout token is not valid.');
    // without a provider, no session is left
    if (active?.protocol !== 'oidc') return {};
    // guests neither send requests to a provider without limit nor displace its failures
    const limit = { source: `logout tokens ${partnerId} ${source}`, limit: 20, windowMs: 5 * minuteMs };
    if (!(await isWithin(limit, now))) throw refused;
    const ended = await verifyLogoutToken(active, body.logout_token).catch(async (error: Error) => {
      await countWithin(limit, now);
      await recordSignOn(
        partnerId,
        { userName: 'Log-out', isFailure: true, description: error.message },
        now,
      );
      throw refused;
    });
    await transact(tokenUsed(digestOf(`${partnerId} ${ended.tokenId}`), tokenTime() + 3600, refused));
    const userId = await userIdOf(partnerId, active.issuer, ended);
    const isEnded = (provider: { partnerId: string; issuer: string; providerSession?: string | undefined }) =>
      provider.partnerId === partnerId &&
      provider.issuer === active.issuer &&
      (ended.providerSession === null || provider.providerSession === ended.providerSession);
    if (userId !== undefined)
      await changeUser(userId, (user) => {
        const sessions = user.sessions.filter(({ provider }) => !provider || !isEnded(provider));
        if (sessions.length === user.sessions.length) return undefined;
        const event = { name: 'sessions ended by provider', subject: `user ${userId}`, partnerId } as const;
        return [
          ...userChange(user, { ...user, sessions }),
          auditWrite({ ...event, who: `partner ${partnerId}` }, now),
        ];
      });
    return {};
  },
  oauthAccess(singleSignOn.providerLogout),
);

export const confirmLinkHandler = handle(singleSignOn.confirmLink, ({ body, now }) =>
  delayFailures(400, async () => {
    const invalid = new Refusal('not-found', invalidLink);
    const login = await loadLogin(body.token, now).catch(() => Promise.reject(invalid));
    const { partnerId, issuer, userId = '', identityKey } = login;
    const [user, signOn] = await Promise.all([loadUser(userId), loadSignOn(partnerId)]);
    const isOpen =
      login.purpose === 'link' &&
      identityKey !== undefined &&
      user !== undefined &&
      user.email === login.userName &&
      signOn.active?.issuer === issuer &&
      login.startedAt >= signOn.activeSince &&
      isPersonOf(partnerId, await personOf(user)) &&
      !(await hasLeft(user));
    if (!isOpen) throw invalid;
    await transact(
      ...loginChange(login, null),
      ...userChange(user, {
        ...user,
        ...linkedUser(user, partnerId, { key: identityKey, isConfirmed: true }),
      }),
      linkAudit(partnerId, userId, issuer, now),
    );
    const { name } = await loadPartner(partnerId);
    await emailLinked(user, name);
    return { success: true, message: `Your account is connected. Log in with the log-in of ${name}.` };
  }),
);

export const beginProviderProofHandler = handle(
  singleSignOn.beginProviderProof,
  async ({ body: { action, binding }, caller, now }) => {
    const { user, session } = caller;
    const provider = storedSessionOf(caller)?.provider;
    const signOn = provider && (await loadSignOn(provider.partnerId));
    if (!user || session === undefined || !provider || !signOn?.active)
      throw new Refusal('invalid', 'This session did not begin at the log-in of an employer.');
    const begun = {
      purpose: 'step-up',
      binding,
      // a private address of the account is unknown to the provider
      userName: provider.email ?? '',
      userId: user.id,
      session,
      action,
    } as const;
    return { address: await beginLogin(signOn.active, signOn.partnerId, begun, now) };
  },
);
