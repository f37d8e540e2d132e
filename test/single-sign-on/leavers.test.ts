import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../functions/table/transact.ts';
import { identityKey, loadSignOn, signOnChange } from '../../functions/users/sign-on-store.ts';
import { erasePerson } from '../../functions/privacy/erase-person-store.ts';
import type { SignOnPolicy } from '../../shared/single-sign-on/sign-on.ts';
import { newLink, tokenOf } from '../../functions/users/emailed-link.ts';
import { userChange } from '../../functions/users/store.ts';
import { memberKeyOfEmail } from '../../functions/members/store.ts';
import type { User } from '../../functions/users/user.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { users } from '../../shared/contracts/users.ts';
import { call, changeSourceAddress, type Received } from '../support/call.ts';
import { emailsTo } from '../support/mailbox.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { asStored, claimsIn, password, recordOwnSession } from '../users/person.ts';
import { Browser, createManager, createMemberUser, directoryOf, formOf, turnOn } from './flow.ts';
import { useProvider } from './test-provider.ts';

const world = useWorld();
const provider = useProvider();
const { addPerson, setActive } = directoryOf(() => world.own.client);

beforeAll(() => void (process.env.WEBHOOKS_TO_LOCALHOST = 'on'));
beforeEach(() => {
  changeSourceAddress();
  return turnOn('1', provider);
});

const verified = (email: string, sub = email) => ({ sub, email, email_verified: true });

async function newManager(): Promise<User> {
  const user = await createManager('1', { managerAccess: 'full' });
  await recordOwnSession(user);
  return asStored(user.id);
}

const logInAs = (userName: string) =>
  call(users.login, undefined, { body: { userName, password, redirectUrl: '' } });

/** Reads the account with a password's session. */
const logInAt = async ({ id }: User) => call(users.me, await asStored(id));

async function isOpen({ body }: Received): Promise<boolean> {
  const claims = claimsIn(body.tokens.accessToken);
  return (await call(users.me, await asStored(String(claims.sub)), { claims })).status === 200;
}

/** Requests another address of a manager; returns the token of its emailed link. */
async function requestEmail({ id, firstName, lastName }: User, email: string): Promise<string> {
  await call(managers.update, await asStored(id), { body: { id, firstName, lastName, email } });
  return newestToken(email);
}
const newestToken = async (email: string) =>
  /confirmemail\/(\S+)/.exec((await emailsTo(email)).at(-1)?.body.text ?? '')?.[1] ?? '';
const confirmEmail = (token: string) => call(managers.confirmEmail, undefined, { params: { token } });

describe('a person who left by the directory', () => {
  it.each([
    ['deleted', (id: string) => call(integrations.scimDeleteUser, world.own.client, { params: { id } })],
    ['deactivated', (id: string) => setActive(id, false)],
  ])('and is on the roster again by the form opens the same account: %s', async (how, end) => {
    const email = `${how}@tern.example`;
    const id = await addPerson(email, `hr-${how}`);
    const user = await createMemberUser(id);
    const claims = { ...verified(email, `sub-${how}`), oid: `hr-${how}` };
    const log = async () => (await new Browser().logIn(provider, claims)).body;
    expect((await log()).result).toBe('signed in');
    await end(id);
    expect((await log()).message).toContain('ended your access');
    const added = { partnerId: '1', firstName: 'Tove', lastName: 'Larsen', email, dateOfBirth: '1980-01-01' };
    await call(employees.add, world.own.manager, { body: added });
    expect((await log()).message).toContain('not invited to Wellport yet');
    const memberID = (await memberKeyOfEmail('1', email)) ?? '';
    await call(employees.sendInvitation, world.own.manager, { params: { memberID } });
    expect((await log()).result).toBe('signed in');
    expect((await asStored(user.id)).memberIds).toEqual([id, memberID]);
  });
});

it('an email of a person who left the directory belongs to the next person with it', async () => {
  const email = 'reused@tern.example';
  const former = await addPerson('former-upn@tern.example', 'hr-former', email);
  await setActive(former, false);
  const manager = await newManager();
  await transact(...userChange(manager, { ...manager, email, otherEmails: undefined }));
  expect((await logInAt(manager)).status).toBe(401);
  const next = await addPerson('next-upn@tern.example', 'hr-next', email);
  expect(next).not.toBe('undefined');
  expect((await logInAt(manager)).status).toBe(200);
  // the former person no longer has the name, and does not remove it
  await call(integrations.scimPatchUser, world.own.client, {
    params: { id: former },
    body: {
      Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'old@tern.example' }],
    },
  });
  await setActive(next, false);
  expect((await logInAt(manager)).status).toBe(401);
});

describe('a manager who left by the directory', () => {
  it.each([
    ['new', async (user: User) => requestEmail(user, `${user.id.slice(0, 8)}@private.example`)],
    [
      'earlier',
      async (user: User) => {
        const { email } = user;
        await confirmEmail(await requestEmail(user, `${user.id}@tern.example`));
        return newestToken(email);
      },
    ],
  ])('does not come back by the emailed link of the %s address', async (_, tokenFor) => {
    const user = await newManager();
    const token = await tokenFor(user);
    const { email } = await asStored(user.id);
    const id = await addPerson(email, user.id);
    expect((await logInAs(email)).status).toBe(200);
    await setActive(id, false);
    expect((await confirmEmail(token)).status).toBe(200);
    const after = await asStored(user.id);
    expect(after.email).not.toBe(email);
    expect((await logInAs(after.email)).status).toBe(422);
    const sent = (await emailsTo(after.email)).length;
    await call(users.resetPassword, undefined, { query: { userName: after.email } });
    expect(await emailsTo(after.email)).toHaveLength(sent);
  });

  it('is out under an address that only the provider knows', async () => {
    const user = await newManager();
    const email = `${user.id}@tern.example`;
    const id = await addPerson(email, user.id);
    const key = identityKey('1', { issuer: provider.issuer, subject: user.id });
    await transact(...userChange(user, { ...user, identities: [{ partnerId: '1', key }] }));
    const atProvider = await new Browser().logIn(provider, verified(email, user.id));
    const byPassword = await logInAs(user.email);
    expect([await isOpen(atProvider), await isOpen(byPassword)]).toEqual([true, true]);
    await setActive(id, false);
    expect([await isOpen(atProvider), await isOpen(byPassword)]).toEqual([false, false]);
    expect((await logInAs(user.email)).status).toBe(422);
  });

  it('remains out while single sign-on is off, and receives no email about the partner', async () => {
    const { email, id: externalId } = await newManager();
    const id = await addPerson(email, externalId);
    await setActive(id, false);
    const sent = (await emailsTo(email)).length;
    await call(singleSignOn.turnOff, world.own.manager, { params: { partnerID: '1' } });
    expect((await emailsTo(world.own.manager.email)).at(-1)?.body.text).toContain(
      'turned off the single sign-on',
    );
    expect(await emailsTo(email)).toHaveLength(sent);
    expect((await logInAs(email)).status).toBe(422);
    await setActive(id, true);
    expect((await logInAs(email)).status).toBe(200);
  });

  it('keeps access after a screen ended the membership, until the directory ends it too', async () => {
    const { email, id: externalId } = await newManager();
    const ids = [await addPerson(email, externalId)];
    const body = { partnerID: '1', action: 'delete', members: { memberIds: ids } };
    await runJob((await call(employees.bulk, world.own.manager, { body })).body.jobId);
    await call(integrations.scimPatchUser, world.own.client, {
      params: { id: ids[0] ?? '' },
      body: { Operations: [{ op: 'replace', path: 'name.familyName', value: 'Ek' }] },
    });
    expect((await logInAs(email)).status).toBe(200);
    await setActive(ids[0] ?? '', false);
    expect((await logInAs(email)).status).toBe(422);
    await setActive(ids[0] ?? '', true);
    expect((await logInAs(email)).status).toBe(200);
  });

  it('reads why a password has no effect, and is not added again before the directory does', async () => {
    const [leaving, email] = [await newManager(), 'again@tern.example'];
    const id = await addPerson(leaving.email, leaving.id);
    await setActive(await addPerson(email, 'again'), false);
    const added = { partnerId: '1', firstName: 'Nia', lastName: 'Ek', email };
    const invite = () => call(managers.invite, world.admin, { body: added });
    const refused = await invite();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('directory of the partner ended the access'),
    ]);
    expect(await emailsTo(email)).toEqual([]);
    const { secret, link } = newLink('user invitation', leaving.email, new Date());
    const user = await asStored(leaving.id);
    await transact(...userChange(user, { ...user, awaitsPassword: true, emailedLink: link }));
    await setActive(id, false);
    const accepted = await call(users.acceptInvitation, undefined, {
      params: { token: tokenOf(leaving.id, secret) },
      body: { password: 'Another2026', confirmPassword: 'Another2026' },
    });
    expect(accepted.body.message).toContain('ended your access');
  });

  it('has no draft that another person can confirm, and keeps no password for an outage', async () => {
    const [author, second] = [await newManager(), await newManager()];
    const params = { partnerID: '1' };
    const settings = async () => (await call(singleSignOn.settings, second, { params })).body;
    const browser = new Browser();
    const save = { ...formOf(provider), version: (await settings()).version };
    await call(singleSignOn.saveProvider, author, { params, body: save });
    const { body } = await call(singleSignOn.tryProvider, author, {
      params,
      body: { binding: browser.binding },
    });
    await browser.complete(provider.authorize(body.address, { sub: 'trial' }), author);
    await setActive(await addPerson(author.email, author.id), false);
    const { version, managers: offered } = await settings();
    const confirmed = await call(singleSignOn.confirmProvider, second, { params, body: { version } });
    expect(confirmed.body.message).toContain('can no longer do so');
    const ids = offered.map(({ userId }: { userId: string }) => userId);
    expect([ids.includes(author.id), ids.includes(second.id)]).toEqual([false, true]);
  });
});

/** Connects an identity with a user. */
async function connect({ id }: User, subject: string, isConfirmed?: true): Promise<void> {
  const user = await asStored(id);
  const key = identityKey('1', { issuer: provider.issuer, subject });
  await transact(...userChange(user, { ...user, identities: [{ partnerId: '1', key, isConfirmed }] }));
}

const eventsNow = async () =>
  (await call(singleSignOn.settings, world.own.manager, { params: { partnerID: '1' } })).body.events;

const linkTo = async (email: string) =>
  /login\/link#(\S+)/.exec((await emailsTo(email)).at(-1)?.body.text ?? '')?.[1] ?? '';

describe('a session', () => {
  it('ends when another identity replaces the one of its log-in', async () => {
    const user = await newManager();
    const logIn = async (subject: string) => {
      await connect(user, subject);
      return new Browser().logIn(provider, { sub: subject });
    };
    const first = await logIn('first-sub');
    expect(await isOpen(first)).toBe(true);
    const second = await logIn('second-sub');
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
  });

  it.each([
    ['length', { sessionHours: 1 }, 7200, 0],
    ['idle time', { idleMinutes: 30 }, 7200, 3600],
  ])('ends by the %s of a policy that was changed since', async (name, policy, age, idle) => {
    const user = await newManager();
    await connect(user, name);
    const login = await new Browser().logIn(provider, { sub: name });
    const stored = await asStored(user.id);
    const at = Math.floor(Date.now() / 1000);
    const sessions = stored.sessions.map((session) => ({
      ...session,
      startedAt: at - age,
      activeAt: at - idle,
    }));
    await transact(...userChange(stored, { ...stored, sessions }));
    const since = async (changed: Partial<SignOnPolicy>) => {
      await turnOn('1', provider, { policy: changed });
      const signOn = await loadSignOn('1');
      await transact(...signOnChange(signOn, { ...signOn, activeSince: 1 }));
      return isOpen(login);
    };
    expect([await since({}), await since(policy)]).toEqual([true, false]);
  });
});

describe('a person with another address at the portal', () => {
  it('is known to the IT department and the provider by the one of the provider only', async () => {
    const user = await newManager();
    await connect(user, 'private');
    const { body } = await new Browser().logIn(provider, verified('private@tern.example', 'private'));
    const [{ at: _, ...event }] = await eventsNow();
    expect(event).toEqual({
      userName: 'private@tern.example',
      isFailure: false,
      description: 'Logged in',
    });
    const claims = claimsIn(body.tokens.accessToken);
    const begun = await call(singleSignOn.beginProviderProof, await asStored(user.id), {
      body: { action: 'managers.confirmAccessReview?partnerId=1', binding: new Browser().binding },
      claims,
    });
    expect(new URL(begun.body.address).searchParams.get('login_hint')).toBe('private@tern.example');
  });

  it('leaves no log-ins when erased', async () => {
    const id = await addPerson('erased@tern.example', 'hr-erased');
    await connect(await createMemberUser(id), 'erased');
    await new Browser().logIn(provider, verified('at-provider@tern.example', 'erased'));
    expect(JSON.stringify(await eventsNow())).toContain('at-provider');
    await setActive(id, false);
    await erasePerson(id, 'operator', new Date());
    expect(JSON.stringify(await eventsNow())).not.toContain('at-provider');
  });
});

describe('the email that connects an account', () => {
  it('contains no text of the provider but an address', async () => {
    const user = await createMemberUser(await addPerson('mail@tern.example', 'hr-mail'));
    const joined = { memberIds: [...user.memberIds, world.other.member.id], memberPartnerIds: ['1', '2'] };
    const stored = await asStored(user.id);
    await transact(...userChange(stored, { ...stored, ...joined }));
    const email = 'it. Your account is locked.\nOpen https://evil.example@tern.example';
    for (const [sub, claims] of [
      ['a text https://evil.example', {}],
      ['an address', { email }],
    ] as const) {
      const { body } = await new Browser().logIn(provider, { sub, oid: 'hr-mail', ...claims });
      expect(body.result).toBe('confirm by email');
      const text = (await emailsTo(user.email)).at(-1)?.body.text;
      expect(text).toContain('Someone logged in at Partner 1 and wants');
      expect(text).not.toContain('evil');
    }
  });

  it('is void after single sign-on was turned off and on again', async () => {
    const user = await newManager();
    const email = `v-${user.id.slice(0, 8)}@tern.example`;
    await transact(...userChange(user, { ...user, email }));
    await new Browser().logIn(provider, verified(email));
    const signOn = await loadSignOn('1');
    await transact(...signOnChange(signOn, { ...signOn, activeSince: Math.floor(Date.now() / 1000) + 1 }));
    const body = { token: await linkTo(email) };
    expect((await call(singleSignOn.confirmLink, undefined, { body })).status).toBe(404);
    const opened = await loadSignOn('1');
    await transact(...signOnChange(opened, { ...opened, activeSince: 1 }));
    expect((await call(singleSignOn.confirmLink, undefined, { body })).status).toBe(200);
  });
});
