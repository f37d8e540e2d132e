import type { ProviderLogin } from '../../shared/single-sign-on/identity-provider.ts';
import { requiredClass, type SignOn, type StoredProvider } from '../../shared/single-sign-on/sign-on.ts';
import type { ProviderIdentity } from '../../shared/single-sign-on/who-may-log-in.ts';
import { maskedEmail } from '../../shared/enrollment/invitation.ts';
import { email as emailField } from '../../shared/fields.ts';
import { Refusal } from '../../shared/refusal.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf, newToken, sameDigest, sha256 } from '../platform/digest.ts';
import { linkEmail, sendEmail } from '../platform/email.ts';
import { errorFields, log } from '../platform/log.ts';
import { milliseconds } from '../platform/time-and-chance.ts';
import { countWithin } from '../site/site-email-count-store.ts';
import { transact } from '../table/transact.ts';
import { loadUser } from '../users/store.ts';
import { loadPartner } from '../partners/store.ts';
import { oidcAddress, oidcIdentity, ProviderError } from './oidc.ts';
import { verifyResponse } from './saml-response.ts';
import { logInAddress, newRequestId, samlPortal } from './saml.ts';
import { loginChange, loadLogin, newLogin, recordSignOn } from './log-in-store.ts';
import { identityKey, loadSignOn, openSecret } from '../users/sign-on-store.ts';

const loginSeconds = 600;

type Begun = Pick<
  ProviderLogin,
  'purpose' | 'binding' | 'userName' | 'redirectUrl' | 'userId' | 'session' | 'action'
>;

/** Returns the sentence for the person; the reason is for the IT department. */
const personMessage = (purpose: ProviderLogin['purpose'], problem: string): string =>
  purpose === 'trial'
    ? problem
    : 'The log-in of your employer did not complete. Try again. If this continues, your IT department finds the reason under Settings, Single sign-on.';

/** Records a failed log-in for the IT department, and returns the refusal for the person. */
export async function failedLogIn(
  { partnerId, userName, purpose }: Pick<ProviderLogin, 'partnerId' | 'userName' | 'purpose'>,
  problem: string,
  now: Date,
  message = personMessage(purpose, problem),
): Promise<Refusal> {
  await recordSignOn(
    partnerId,
    { userName: userName || 'Unknown', isFailure: true, description: problem },
    now,
  );
  return new Refusal('invalid', message, 'provider');
}

/** Stores a log-in that only this browser can complete, and returns the address of the provider's page. */
export async function beginLogin(
  provider: StoredProvider,
  partnerId: string,
  begun: Begun,
  now: Date,
): Promise<string> {
  const login = {
    ...begun,
    partnerId,
    protocol: provider.protocol,
    issuer: provider.issuer,
    providerId: provider.id,
    nonce: newToken(),
    verifier: newToken(),
    requestId: newRequestId(),
    startedAt: tokenTime(),
    expiresAt: Math.floor(now.getTime() / 1000) + loginSeconds,
  };
  const { state, changes } = newLogin(login);
  try {
    const address =
      provider.protocol === 'oidc'
        ? await oidcAddress(provider, await openSecret(partnerId, provider), login, state)
        : logInAddress(provider, samlPortal(partnerId), {
            id: login.requestId,
            relayState: state,
            isForced: begun.purpose === 'step-up',
            contextClass: requiredClass(provider.policy, begun.purpose),
            now: new Date(milliseconds()),
          });
    await transact(...changes);
    return address;
  } catch (error) {
    if (error instanceof ProviderError) throw await failedLogIn(login, error.message, now);
    throw error;
  }
}

/** Returns the settings for a log-in: the draft of a trial, otherwise the active provider of the same issuer. */
function providerOf({ active, draft }: SignOn, login: ProviderLogin): StoredProvider {
  const provider = login.purpose === 'trial' ? draft : active;
  const isSame =
    provider?.issuer === login.issuer &&
    provider.protocol === login.protocol &&
    (login.purpose !== 'trial' || provider.id === login.providerId);
  if (!isSame)
    throw new Refusal(
      'invalid',
      'The single sign-on of your employer was changed. Log in again.',
      'provider',
    );
  return provider;
}

/** Verifies a SAML response and stores its result for the browser; returns the ticket. */
export async function receiveResponse(login: ProviderLogin, response: string): Promise<string> {
  const ticket = newToken();
  const received: ProviderLogin['received'] = { ticketHash: digestOf(ticket) };
  try {
    const provider = providerOf(await loadSignOn(login.partnerId), login);
    received.identity = await verifyResponse({
      response,
      provider,
      portal: samlPortal(login.partnerId),
      requestId: login.requestId,
      now: new Date(milliseconds()),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) log('error', 'SAML response not verified', errorFields(error));
    received.problem =
      error instanceof Refusal ? error.message : 'The SAML response could not be read. Contact us.';
  }
  await transact(...loginChange(login, { ...login, received }));
  return ticket;
}

interface Completion {
  state: string;
  browserSecret: string;
  query?: string | undefined;
  ticket?: string | undefined;
}

const otherBrowser = () =>
  new Refusal('invalid', 'This log-in was started in another browser. Log in again.', 'state');

/** Returns the log-in of a completion once; throws for another browser. */
export async function takeLogin({ state, browserSecret }: Completion, now: Date): Promise<ProviderLogin> {
  const login = await loadLogin(state, now);
  if (login.purpose === 'link' || !sameDigest(sha256(browserSecret), login.binding)) throw otherBrowser();
  await transact(...loginChange(login, null));
  return login;
}

/** Returns the person of a completed log-in after all checks of the provider's response and the policy. */
export async function verifiedIdentity(
  login: ProviderLogin,
  signOn: SignOn,
  completion: Completion,
  now: Date,
): Promise<ProviderIdentity> {
  const identity = await identityOfResponse(login, signOn, completion, now);
  const contextClass = requiredClass(providerOf(signOn, login).policy, login.purpose);
  if (contextClass === undefined || identity.contextClass === contextClass) return identity;
  const confirmed = identity.contextClass === null ? 'no class' : `"${identity.contextClass.slice(0, 200)}"`;
  const problem = `The provider did not confirm the authentication class "${contextClass}" of the policy. It confirmed ${confirmed}.`;
  throw await failedLogIn(login, problem, now, problem);
}

async function identityOfResponse(
  login: ProviderLogin,
  signOn: SignOn,
  { state, query = '', ticket = '' }: Completion,
  now: Date,
): Promise<ProviderIdentity> {
  const provider = providerOf(signOn, login);
  try {
    if (login.protocol === 'oidc') {
      const secret = await openSecret(login.partnerId, provider);
      return await oidcIdentity(provider, secret, login, { state, query });
    }
    const { received } = login;
    if (!received || !sameDigest(received.ticketHash, digestOf(ticket))) throw otherBrowser();
    if (received.problem !== undefined) throw new ProviderError(received.problem);
    return received.identity as ProviderIdentity;
  } catch (error) {
    if (error instanceof ProviderError) throw await failedLogIn(login, error.message, now);
    throw error;
  }
}

export interface Arrival {
  login: ProviderLogin;
  signOn: SignOn;
  identity: ProviderIdentity;
  userAgent: string | undefined;
  now: Date;
}

export const dayMs = 86_400_000;

/** Emails a link to the existing account; opening it links the identity. */
export async function confirmByEmail({ login, identity, now }: Arrival, userId: string) {
  const user = await loadUser(userId);
  const { name } = await loadPartner(login.partnerId);
  const limit = { source: `single sign-on link ${userId}`, limit: 5, windowMs: dayMs };
  if (!user || !(await countWithin(limit, now)))
    throw new Refusal(
      'too-many',
      'Five emails were sent to your account today. Open the link of the newest one.',
    );
  // a provider writes any text in its claims
  const address = emailField('Email').safeParse(identity.email).data;
  const { state, changes } = newLogin({
    ...login,
    purpose: 'link',
    // the link is void after the account's address changed
    userName: user.email,
    userId,
    identityKey: identityKey(login.partnerId, identity),
    expiresAt: Math.floor((now.getTime() + dayMs) / 1000),
  });
  await transact(...changes);
  await sendEmail(
    linkEmail(
      user.email,
      `Connect your Wellport account with the log-in of ${name}`,
      [
        `Hello ${user.firstName},`,
        `Someone logged in at ${name}${address === undefined ? '' : ` as ${address}`} and wants to open your Wellport account with it. If that was you, open this link within a day and confirm. From then on, you log in to Wellport with the log-in of ${name}.`,
        'If it was not you, ignore this email: nothing changes.',
      ],
      { title: 'Connect my account', address: `${process.env.SITE_ADDRESS ?? ''}/login/link#${state}` },
    ),
  );
  return { result: 'confirm by email' as const, email: maskedEmail(user.email) };
}
