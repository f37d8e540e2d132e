import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invitationStatuses } from '../../shared/members/member.ts';
import { isActiveUser } from '../../shared/integrations/scim/user.ts';
import { isOnRoster } from '../../shared/single-sign-on/who-may-log-in.ts';
import { announceAll } from '../../functions/single-sign-on/announce.ts';
import { identityKey, loadSignOn, signOnChange } from '../../functions/users/sign-on-store.ts';
import { transact } from '../../functions/table/transact.ts';
import { newLink, tokenOf } from '../../functions/users/emailed-link.ts';
import { callerOf } from '../../functions/users/caller.ts';
import { userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { users } from '../../shared/contracts/users.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { call, type Sent } from '../support/call.ts';
import { requestsOf } from '../support/table-cost.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { asStored, claimsIn, newestCode, password } from '../users/person.ts';
import { Browser, createManager, turnOn } from './flow.ts';
import { useProvider } from './test-provider.ts';

const world = useWorld();
const provider = useProvider();

beforeAll(() => void (process.env.WEBHOOKS_TO_LOCALHOST = 'on'));
beforeEach(() => turnOn('1', provider));

/** Adds a manager with an identity. */
async function linkedManager(subject: string): Promise<User> {
  const user = await createManager('1');
  const key = identityKey('1', { issuer: provider.issuer, subject });
  await transact(...userChange(user, { ...user, identities: [{ partnerId: '1', key }] }));
  return asStored(user.id);
}

/** Logs a linked user in, and returns calls with the session's token. */
async function logIn(subject: string) {
  const { body } = await new Browser().logIn(provider, { sub: subject });
  const claims = claimsIn(body.tokens.accessToken);
  const user = await asStored(String(claims.sub));
  return (endpoint: Parameters<typeof call>[0], sent: Sent = {}) => call(endpoint, user, { ...sent, claims });
}

type Session = Awaited<ReturnType<typeof logIn>>;

async function prove(session: Session, action: string, claims: { sub: string } & Record<string, unknown>) {
  const browser = new Browser();
  const { body } = await session(singleSignOn.beginProviderProof, {
    body: { action, binding: browser.binding },
  });
  const query = provider.authorize(body.address, claims);
  return {
    address: new URL(body.address),
    completed: await session(singleSignOn.completeOwnLogin, {
      body: { state: new URLSearchParams(query).get('state'), browserSecret: browser.secret, query },
    }),
  };
}

const required = { isRequired: true, breakGlassUserIds: ['a', 'b'] };

describe('a proof at the provider', () => {
  const action = 'managers.confirmAccessReview?partnerId=1';
  const turnOffAction = 'single-sign-on.turnOff?partnerId=1';

  it('is a new log-in of the same person, for one action of one session', async () => {
    await linkedManager('proves');
    const session = await logIn('proves');
    const { address, completed } = await prove(session, turnOffAction, { sub: 'proves' });
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect(completed.body.result).toBe('proof');
    const turnOff = (proof: string) =>
      session(singleSignOn.turnOff, { params: { partnerID: '1' }, headers: { [proofHeader]: proof } });
    expect((await turnOff('another')).status).toBe(428);
    const other = await prove(session, action, { sub: 'proves' });
    expect((await turnOff(other.completed.body.proof)).status).toBe(428);
    expect((await turnOff(completed.body.proof)).status).toBe(200);
  });

  it.each([
    ['another person', { sub: 'someone else' }],
    ['a log-in before the action', { sub: 'same', auth_time: Math.floor(Date.now() / 1000) - 200 }],
    ['a log-in in the future', { sub: 'same', auth_time: Math.floor(Date.now() / 1000) + 4000 }],
    ['a log-in without a time', { sub: 'same', auth_time: undefined }],
  ])('refuses %s', async (_, claims) => {
    await linkedManager('same').catch(() => undefined);
    const { completed } = await prove(await logIn('same'), action, claims);
    expect(completed.status).toBe(422);
  });

  it('confirms the authentication class of the policy, which log-ins need only where it includes them', async () => {
    await linkedManager('class');
    await turnOn('1', provider, { policy: { stepUpAtProvider: true, contextClass: 'urn:two-factors' } });
    const session = await logIn('class');
    const results = [];
    for (const acr of ['urn:two-factors', 'urn:Two-factors', 'urn:two-factors urn:password', undefined])
      results.push(await prove(session, action, { sub: 'class', acr }));
    expect(results.map(({ completed }) => completed.status)).toEqual([200, 422, 422, 422]);
    expect(results[0]?.address.searchParams.get('acr_values')).toBe('urn:two-factors');
    expect(results[3]?.completed.body.message).toBe(
      'The provider did not confirm the authentication class "urn:two-factors" of the policy. It confirmed no class.',
    );
    await turnOn('1', provider, { policy: { contextClass: 'urn:two-factors' } });
    expect((await session(users.stepUp, { body: { action, password } })).body.message).toContain('log-in of');
    await turnOn('1', provider, { policy: { contextClass: 'urn:two-factors', requiresClassAtLogIn: true } });
    expect((await new Browser().logIn(provider, { sub: 'class' })).body.message).toContain('did not confirm');
    const confirmed = await new Browser().logIn(provider, { sub: 'class', acr: 'urn:two-factors' });
    expect(confirmed.body.result).toBe('signed in');
  });

  it('belongs to the session that began it', async () => {
    await linkedManager('mine');
    await linkedManager('theirs');
    const [mine, theirs] = [await logIn('mine'), await logIn('theirs')];
    const browser = new Browser();
    const { body } = await mine(singleSignOn.beginProviderProof, {
      body: { action, binding: browser.binding },
    });
    const query = provider.authorize(body.address, { sub: 'mine' });
    const sent = { state: new URLSearchParams(query).get('state'), browserSecret: browser.secret, query };
    expect((await theirs(singleSignOn.completeOwnLogin, { body: sent })).status).toBe(403);
    const again = await call(singleSignOn.completeLogin, undefined, { body: sent });
    expect(again.status).toBe(422);
    const own = await mine(singleSignOn.beginProviderProof, { body: { action, binding: browser.binding } });
    const state = new URL(own.body.address).searchParams.get('state');
    // an endpoint for guests documents no status 403
    const asGuest = await call(singleSignOn.completeLogin, undefined, { body: { ...sent, state } });
    expect([asGuest.status, asGuest.body.message]).toEqual([422, expect.stringContaining('another session')]);
  });

  it('replaces the password where the policy requires it', async () => {
    const user = await linkedManager('both');
    const session = await logIn('both');
    const stepUp = () => session(users.stepUp, { body: { action, password } });
    expect((await stepUp()).status).toBe(200);
    await turnOn('1', provider, { policy: { stepUpAtProvider: true } });
    expect((await stepUp()).body.message).toContain('log-in of your employer');
    await turnOn('1', provider, { policy: { ...required, breakGlassUserIds: [user.id, 'b'] } });
    expect((await stepUp()).status).toBe(200);
    await turnOn('1', provider, { policy: required });
    expect((await stepUp()).body.message).toContain('a password has no effect');
  });

  it('is not for sessions with a password', async () => {
    const { status } = await call(singleSignOn.beginProviderProof, world.own.manager, {
      body: { action, binding: new Browser().binding },
    });
    expect(status).toBe(422);
  });
});

it('costs each request one round trip after the one of the user, at a provider and without one', async () => {
  await linkedManager('trips');
  const { body } = await new Browser().logIn(provider, { sub: 'trips' });
  const manager = await createManager('2');
  const login = { userName: manager.email, password, redirectUrl: '' };
  const byPassword = await call(users.login, undefined, { body: login });
  for (const { tokens } of [body, byPassword.body]) {
    const event = { requestContext: { authorizer: { jwt: { claims: claimsIn(tokens.accessToken) } } } };
    const { result, roundTrips } = await requestsOf(() => callerOf(event as never));
    expect([result?.role, roundTrips]).toEqual(['partnerManager', 2]);
  }
});

describe('a required provider', () => {
  it('ends codes, changes, and invitations of passwords', async () => {
    const user = await linkedManager('coded');
    await call(users.resetPassword, undefined, { query: { userName: user.email } });
    const { code } = await newestCode(user.email);
    await turnOn('1', provider, { policy: required });
    const body = { userName: user.email, code, newPassword: 'Another2026', confirmPassword: 'Another2026' };
    expect((await call(users.confirmPassword, undefined, { body })).status).toBe(422);
    const session = await logIn('coded');
    const change = { oldPassword: password, newPassword: 'Another2026', confirmPassword: 'Another2026' };
    expect((await session(users.changePassword, { body: change })).body.message).toContain('no effect');
    const { secret, link } = newLink('user invitation', user.email, new Date());
    const current = await asStored(user.id);
    await transact(...userChange(current, { ...current, awaitsPassword: true, emailedLink: link }));
    const accepted = await call(users.acceptInvitation, undefined, {
      params: { token: tokenOf(user.id, secret) },
      body: { password: 'Another2026', confirmPassword: 'Another2026' },
    });
    expect(accepted.body.message).toContain('no effect');
  });

  it('ends sessions of a removed manager', async () => {
    const user = await linkedManager('removed');
    const session = await logIn('removed');
    expect((await session(users.me)).status).toBe(200);
    await call(managers.delete, world.admin, { params: { managerID: user.id } });
    expect((await session(users.me)).status).toBe(401);
    const { status } = await new Browser().logIn(provider, { sub: 'removed' });
    expect(status).toBe(422);
  });

  it('admits an invited manager without a password', async () => {
    const user = await linkedManager('invited');
    await transact(...userChange(user, { ...user, awaitsPassword: true }));
    await turnOn('1', provider, { policy: required });
    const session = await logIn('invited');
    expect((await session(users.me)).status).toBe(200);
    expect((await asStored(user.id)).awaitsPassword).toBeUndefined();
  });
});

it('announces an expiring secret 60, 30, and 7 days before, each once', async () => {
  const signOn = await loadSignOn('1');
  const active = signOn.active && { ...signOn.active, secretExpiresOn: '2027-03-31' };
  await transact(...signOnChange(signOn, { ...signOn, active, notices: [] }));
  const received = async () =>
    (await emailsTo(world.own.manager.email)).filter(({ body }) => body.text.includes('03/31/2027')).length;
  for (const [day, emails] of [
    ['2027-01-20', 0],
    ['2027-01-30', 1],
    ['2027-01-31', 1],
    ['2027-03-05', 2],
    ['2027-03-25', 3],
    ['2027-03-30', 3],
    ['2027-04-01', 3],
  ] as const) {
    await announceAll(new Date(`${day}T18:00:00Z`));
    expect(await received(), day).toBe(emails);
  }
});

it('treats the same statuses as ended as the directory', () => {
  for (const { id: invitationStatus } of invitationStatuses)
    expect(isOnRoster({ invitationStatus }), `${invitationStatus}`).toBe(isActiveUser({ invitationStatus }));
});
