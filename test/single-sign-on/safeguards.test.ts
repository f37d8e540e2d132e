import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { erasePerson } from '../../functions/privacy/erase-person-store.ts';
import { transact } from '../../functions/table/transact.ts';
import { announceAll } from '../../functions/single-sign-on/announce.ts';
import { findUserByEmail, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { users } from '../../shared/contracts/users.ts';
import { call, changeSourceAddress, type Received } from '../support/call.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { asStored, claimsIn, ownPassword, password, recordOwnSession } from '../users/person.ts';
import { Browser, createManager, createMemberUser, directoryOf, formOf, turnOn } from './flow.ts';
import { useProvider } from './test-provider.ts';

const world = useWorld();
const provider = useProvider();
const { addPerson, setActive } = directoryOf(() => world.own.client);
const params = { partnerID: '1' };
const ofDomain = { params: { ...params, domain: 'tern.example' } };

beforeAll(() => void (process.env.WEBHOOKS_TO_LOCALHOST = 'on'));
beforeEach(() => {
  changeSourceAddress();
  return turnOn('1', provider);
});

async function newManager(email?: string): Promise<User> {
  const user = await createManager('1', { managerAccess: 'full' });
  await recordOwnSession(user);
  if (email !== undefined) await changeEmail(user, email);
  return asStored(user.id);
}

async function changeEmail({ id }: User, email: string): Promise<void> {
  const user = await asStored(id);
  await transact(...userChange(user, { ...user, email }));
}

const settings = (as: User) => call(singleSignOn.settings, as, { params });
const versionNow = async (as: User) => (await settings(as)).body.version as number;
const save = async (as: User, policy = {}) =>
  call(singleSignOn.saveProvider, as, {
    params,
    body: { ...formOf(provider, policy), version: await versionNow(as) },
  });
const confirm = async (as: User) =>
  call(singleSignOn.confirmProvider, as, { params, body: { version: await versionNow(as) } });

async function saveAndTry(as: User): Promise<void> {
  await save(as);
  const browser = new Browser();
  const { body } = await call(singleSignOn.tryProvider, as, { params, body: { binding: browser.binding } });
  await browser.complete(provider.authorize(body.address, { sub: 'trial' }), as);
}

const verified = (email: string, sub = email) => ({ sub, email, email_verified: true });
const linkTo = async (email: string) =>
  /login\/link#(\S+)/.exec((await emailsTo(email)).at(-1)?.body.text ?? '')?.[1] ?? '';
const openLink = (token: string) => call(singleSignOn.confirmLink, undefined, { body: { token } });

async function meOf({ body }: Received, endpoint: Parameters<typeof call>[0] = users.me): Promise<Received> {
  const claims = claimsIn(body.tokens.accessToken);
  return call(endpoint, await asStored(String(claims.sub)), { claims });
}

describe('a required provider', () => {
  it('needs a proven domain when it is saved and as long as it is required', async () => {
    const [first, second] = [await newManager(), await newManager()];
    const required = { isRequired: true, breakGlassUserIds: [first.id, second.id] };
    await turnOn('1', provider, { policy: required });
    const removed = await call(singleSignOn.removeDomain, first, ofDomain);
    expect([removed.status, removed.body.message]).toEqual([
      409,
      expect.stringContaining('proven email domain'),
    ]);
    await turnOn('1', provider);
    expect((await call(singleSignOn.removeDomain, first, ofDomain)).status).toBe(200);
    expect((await save(first, required)).body.fields).toHaveProperty(['policy.isRequired']);
  });
});

it('keeps the password of a manager with full access only', async () => {
  const [first, second] = [await newManager(), await newManager()];
  await turnOn('1', provider, { policy: { isRequired: true, breakGlassUserIds: [first.id, second.id] } });
  const logIn = () =>
    call(users.login, undefined, { body: { userName: first.email, password, redirectUrl: '' } });
  expect((await logIn()).status).toBe(200);
  const user = await asStored(first.id);
  await transact(...userChange(user, { ...user, managerAccess: 'roster' }));
  expect((await logIn()).status).toBe(422);
});

describe('managers with a password', () => {
  const warnings = async (email: string) =>
    (await emailsTo(email)).filter(({ body }) => body.text.includes('fewer than two managers')).length;

  it.each([
    ['was removed', (user: User) => call(managers.delete, world.admin, { params: { managerID: user.id } })],
    [
      'lost full access',
      ({ id, firstName, lastName, email }: User) =>
        call(managers.update, world.admin, { body: { id, firstName, lastName, email, access: 'roster' } }),
    ],
    [
      'was disabled by an operator',
      async ({ id }: User) => {
        const user = await asStored(id);
        await transact(...userChange(user, { ...user, disabled: true }));
        await announceAll(new Date());
      },
    ],
    [
      'left by the directory',
      async (user: User) => {
        const email = `${user.id}@tern.example`;
        await changeEmail(user, email);
        await setActive(await addPerson(email, user.id), false);
        await announceAll(new Date());
      },
    ],
  ])('are announced as missing when the first %s', async (_, end) => {
    const [first, second] = [await newManager(), await newManager()];
    await turnOn('1', provider, { policy: { isRequired: true, breakGlassUserIds: [first.id, second.id] } });
    await announceAll(new Date());
    expect((await settings(second)).body.lacksPasswords).toBe(false);
    const before = await Promise.all([second.email, world.admin.email].map(warnings));
    await end(first);
    await announceAll(new Date());
    expect((await settings(second)).body.lacksPasswords).toBe(true);
    const after = await Promise.all([second.email, world.admin.email].map(warnings));
    expect(after).toEqual(before.map((count) => count + 1));
  });

  it('lose it as well where the provider is optional', async () => {
    const user = await newManager();
    await turnOn('1', provider);
    const logIn = () =>
      call(users.login, undefined, { body: { userName: user.email, password, redirectUrl: '' } });
    const id = await addPerson(user.email, 'optional');
    const { body } = await logIn();
    const me = async () =>
      call(users.me, await asStored(user.id), { claims: claimsIn(body.tokens.accessToken) });
    expect((await me()).status).toBe(200);
    await setActive(id, false);
    expect([(await me()).status, (await logIn()).status]).toEqual([401, 422]);
  });

  it.each([
    [
      'deactivates them under another userName',
      'nia@corp.example',
      (id: string) => setActive(id, false),
      (id: string) => setActive(id, true),
    ],
    [
      'deletes them',
      undefined,
      (id: string) => call(integrations.scimDeleteUser, world.own.client, { params: { id } }),
      (_: string, email: string) => addPerson(email, email),
    ],
  ])('lose their sessions when the directory %s', async (_, userName, end, addAgain) => {
    const user = await newManager();
    await turnOn('1', provider);
    const logIn = () =>
      call(users.login, undefined, { body: { userName: user.email, password, redirectUrl: '' } });
    const id = await addPerson(userName ?? user.email, user.id, user.email);
    const { body } = await logIn();
    const claims = claimsIn(body.tokens.accessToken);
    const me = async () => (await call(users.me, await asStored(user.id), { claims })).status;
    expect(await me()).toBe(200);
    await end(id);
    expect([await me(), (await logIn()).status]).toEqual([401, 422]);
    await addAgain(id, user.email);
    expect((await logIn()).status).toBe(200);
  });

  it('lose it when the directory deactivates them', async () => {
    const [first, second] = [await newManager(), await newManager()];
    await turnOn('1', provider, { policy: { isRequired: true, breakGlassUserIds: [first.id, second.id] } });
    const logIn = () =>
      call(users.login, undefined, { body: { userName: first.email, password, redirectUrl: '' } });
    const id = await addPerson(first.email, 'glass');
    expect((await logIn()).status).toBe(200);
    await setActive(id, false);
    expect((await logIn()).status).toBe(422);
  });
});

describe('a second person', () => {
  const invite = async (name: string): Promise<User> => {
    const email = `${name}@tern.example`;
    await call(managers.create, world.admin, {
      body: { partnerId: '1', firstName: 'Nia', lastName: 'Ek', email, password, confirmPassword: password },
    });
    const user = await findUserByEmail(email);
    await recordOwnSession(user!);
    return ownPassword(user!);
  };

  it('is no manager that the author of the draft added, before or after it', async () => {
    const early = await invite('early');
    await saveAndTry(world.admin);
    const late = await invite('late');
    for (const alias of [early, late]) {
      expect((await settings(alias)).body.draft.canConfirm).toBe(false);
      expect((await confirm(alias)).body.message).toContain('recently added your account');
    }
    vi.stubEnv('NEW_ADMINISTRATOR_WAIT_HOURS', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await confirm(early)).status).toBe(200);
  });

  it('is not the person who added the author', async () => {
    const alias = await invite('author');
    await saveAndTry(alias);
    expect((await settings(world.admin)).body.draft.canConfirm).toBe(false);
    expect((await confirm(world.admin)).body.message).toContain('You recently added the account');
    expect((await confirm(world.own.manager)).status).toBe(200);
  });

  it('is no manager with an address or access that the author changed', async () => {
    const [moved, raised, other] = [await newManager(), await newManager(), await newManager()];
    await saveAndTry(world.admin);
    for (const [{ id, firstName, lastName, email }, changed] of [
      [moved, { email: 'moved@tern.example' }],
      [raised, { access: 'full', firstName: 'Ida' }],
    ] as const)
      await call(managers.update, world.admin, { body: { id, firstName, lastName, email, ...changed } });
    for (const alias of [moved, raised])
      expect((await confirm(await asStored(alias.id))).body.message).toContain('changed its access');
    expect((await confirm(other)).status).toBe(200);
  });
});

describe('a draft', () => {
  it('of a removed or restricted manager cannot be confirmed', async () => {
    const [removed, restricted, second] = [await newManager(), await newManager(), await newManager()];
    await saveAndTry(removed);
    await call(managers.delete, world.admin, { params: { managerID: removed.id } });
    expect((await confirm(second)).body.message).toContain('can no longer do so');
    await saveAndTry(restricted);
    const user = await asStored(restricted.id);
    await transact(...userChange(user, { ...user, managerAccess: 'roster' }));
    expect((await confirm(second)).status).toBe(422);
    await saveAndTry(second);
    expect((await confirm(world.own.manager)).status).toBe(200);
  });
});

describe('a link', () => {
  it('is void after the address of the account changed', async () => {
    const user = await newManager('former@tern.example');
    await new Browser().logIn(provider, verified('former@tern.example'));
    const token = await linkTo('former@tern.example');
    await changeEmail(user, 'current@tern.example');
    expect((await openLink(token)).status).toBe(404);
  });

  it('of the directory is emailed to the person, and opens no account of two employers', async () => {
    const user = await createMemberUser(await addPerson('shared@tern.example', 'hr-501'));
    const log = () => new Browser().logIn(provider, { sub: 'shared-501', oid: 'hr-501' });
    const opened = await log();
    expect((await emailsTo(user.email)).at(-1)?.body.text).toContain('log in with the log-in of Partner 1');
    const joined = await asStored(user.id);
    const memberIds = [...joined.memberIds, world.other.member.id];
    await transact(...userChange(joined, { ...joined, memberIds, memberPartnerIds: ['1', '2'] }));
    expect((await meOf(opened)).status).toBe(401);
    expect((await log()).body.result).toBe('confirm by email');
    expect((await openLink(await linkTo(user.email))).status).toBe(200);
    expect((await meOf(await log())).status).toBe(200);
  });

  it('connects an identity with one account', async () => {
    const emails = ['first-507@tern.example', 'second-507@tern.example'];
    for (const email of emails) {
      await newManager(email);
      await new Browser().logIn(provider, verified(email, 'sub-507'));
    }
    const [first, second] = await Promise.all(emails.map(linkTo));
    expect((await openLink(first ?? '')).status).toBe(200);
    expect((await openLink(second ?? '')).body.message).toContain('Another account is connected');
  });

  it('that a person confirmed is not replaced by the directory', async () => {
    const user = await createMemberUser(await addPerson('twice@tern.example', 'hr-502'));
    await changeEmail(user, 'twice@tern.example');
    await new Browser().logIn(provider, verified('twice@tern.example', 'own-502'));
    await openLink(await linkTo('twice@tern.example'));
    const other = await new Browser().logIn(provider, { sub: 'other-502', oid: 'hr-502' });
    expect(other.body.result).toBe('confirm by email');
    expect((await new Browser().logIn(provider, { sub: 'own-502' })).body.result).toBe('signed in');
  });

  it('voids the invitation of a manager', async () => {
    const invited = { firstName: 'Nia', lastName: 'Ek', email: 'nia@tern.example', access: 'full' };
    await call(managers.invite, world.admin, { body: { partnerId: '1', ...invited } });
    const text = (await emailsTo(invited.email)).at(-1)?.body.text ?? '';
    const token = /userinvitation\/(\S+)/.exec(text)?.[1] ?? '';
    expect((await call(users.invitation, undefined, { params: { token } })).status).toBe(200);
    await new Browser().logIn(provider, verified(invited.email, 'nia'));
    await openLink(await linkTo(invited.email));
    expect((await new Browser().logIn(provider, { sub: 'nia' })).body.result).toBe('signed in');
    expect((await call(users.invitation, undefined, { params: { token } })).status).toBe(404);
  });
});

describe('a person who left', () => {
  it('is out as a manager also after the portal’s address changed', async () => {
    const id = await addPerson('hr-503@tern.example', 'hr-503');
    const user = await newManager('hr-503@tern.example');
    await new Browser().logIn(provider, verified('hr-503@tern.example'));
    await openLink(await linkTo('hr-503@tern.example'));
    await changeEmail(user, 'private-503@elsewhere.example');
    const login = await new Browser().logIn(provider, verified('hr-503@tern.example'));
    expect((await meOf(login)).status).toBe(200);
    await setActive(id, false);
    expect((await meOf(login)).status).toBe(401);
    expect((await new Browser().logIn(provider, verified('hr-503@tern.example'))).status).toBe(422);
  });

  it('and is rehired reads how to come back', async () => {
    const id = await addPerson('hr-504@tern.example', 'hr-504');
    await createMemberUser(id);
    const log = () => new Browser().logIn(provider, { sub: 'hr-504' });
    expect((await log()).body.result).toBe('signed in');
    await setActive(id, false);
    expect((await log()).body.message).toContain('ended your access');
    await setActive(id, true);
    expect((await log()).body.message).toContain('not invited to Wellport yet');
  });

  it('and is erased leaves no log-ins', async () => {
    const id = await addPerson('hr-505@tern.example', 'hr-505');
    const user = await createMemberUser(id);
    await changeEmail(user, 'hr-505@tern.example');
    await new Browser().logIn(provider, { ...verified('hr-505@tern.example', 'sub-505'), oid: 'hr-505' });
    await setActive(id, false);
    await erasePerson(id, 'operator', new Date());
    expect(JSON.stringify((await settings(world.own.manager)).body)).not.toContain('hr-505');
  });
});

describe('values of a provider', () => {
  it('are the valid fields of a sign-up', async () => {
    await turnOn('1', provider, { policy: { canRequestEnrollment: true } });
    const request = (email: string, given = 'Ida', family = 'Berg') =>
      new Browser().logIn(provider, { ...verified(email), given_name: given, family_name: family });
    for (const email of ['a b\n<b>@tern.example', 'not@an@tern.example', `${'l'.repeat(400)}@tern.example`])
      expect((await request(email)).status).toBe(422);
    expect((await request('null@tern.example', 'Ida', 'B\u0000')).status).toBe(422);
    const { body } = await call(employees.signUps, world.own.manager, {
      params,
      query: { decision: 'waiting' },
    });
    expect(body.items).toEqual([]);
    expect((await request('ida@tern.example')).body).toEqual({ result: 'requested' });
  });

  it('request enrollment for at most five addresses a day', async () => {
    await turnOn('1', provider, { policy: { canRequestEnrollment: true } });
    const names = { given_name: 'Ida', family_name: 'Berg' };
    const request = (index: number) =>
      new Browser().logIn(provider, { ...verified(`many-${index}@tern.example`, 'many'), ...names });
    for (let index = 0; index < 5; index++) expect((await request(index)).status).toBe(200);
    expect((await request(5)).status).toBe(429);
    expect((await request(0)).body).toEqual({ result: 'requested' });
  });

  it('in a redirect are quoted, because anyone can write them', async () => {
    const browser = new Browser();
    const { body } = await browser.start('victim@tern.example');
    const state = new URL(body.address).searchParams.get('state') ?? '';
    const sent = { state, error: 'access_denied', error_description: 'Call 555-0100.', iss: provider.issuer };
    await browser.complete(String(new URLSearchParams(sent)));
    expect((await settings(world.own.manager)).body.events[0].description).toBe(
      'The browser returned with the error "access_denied: Call 555-0100.".',
    );
  });

  it('contain no log-out address but a web page', async () => {
    onTestFinished(() => {
      provider.faults = {};
      vi.useRealTimers();
    });
    await newManager('log-out@tern.example');
    await new Browser().logIn(provider, verified('log-out@tern.example', 'log-out'));
    await openLink(await linkTo('log-out@tern.example'));
    for (const end_session_endpoint of ['javascript:alert(1)//', '/logout']) {
      provider.faults = { metadata: (metadata) => ({ ...metadata, end_session_endpoint }) };
      vi.setSystemTime(Date.now() + 660_000);
      const login = await new Browser().logIn(provider, { sub: 'log-out' });
      expect((await meOf(login, users.logout)).body.providerAddress).toBeNull();
    }
  });
});

describe('logout tokens', () => {
  const post = (token: string) =>
    call(singleSignOn.providerLogout, undefined, { params, body: { logout_token: token } });
  const failures = async () =>
    (await settings(world.own.manager)).body.events.filter(
      ({ userName }: { userName: string }) => userName === 'Log-out',
    ).length;

  it('of a guest are limited', async () => {
    const before = await failures();
    for (let count = 0; count < 25; count++) await post('a.b.c');
    expect((await failures()) - before).toBe(20);
  });

  it('are refused after their expiry', async () => {
    const iat = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const claims = { iss: provider.issuer, aud: 'wellport', iat, jti: 'expired', sub: 'x', events };
    expect((await post(provider.signed({ ...claims, exp: iat - 100 }))).status).toBe(400);
    expect((await post(provider.signed({ ...claims, exp: iat + 100 }))).status).toBe(200);
  });
});
