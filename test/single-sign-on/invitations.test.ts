import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendInvitation } from '../../functions/employees/invitation-email.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { findUserByEmail, userChange } from '../../functions/users/store.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { users } from '../../shared/contracts/users.ts';
import type { Member } from '../../shared/members/member.ts';
import { call, changeSourceAddress, type Received } from '../support/call.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { asStored, claimsIn, createUser, password } from '../users/person.ts';
import { Browser, createMemberUser, turnOn } from './flow.ts';
import { useProvider } from './test-provider.ts';

// Invited people of an employer that requires its provider choose no password.

const world = useWorld();
const provider = useProvider();
const required = { isRequired: true, breakGlassUserIds: ['a', 'b'] };

beforeAll(() => void (process.env.WEBHOOKS_TO_LOCALHOST = 'on'));
beforeEach(() => {
  changeSourceAddress();
  return turnOn('1', provider, { policy: required });
});

const verified = (email: string, sub = email) => ({ sub, email, email_verified: true });
const chosen = { password: 'Wellport2027', confirmPassword: 'Wellport2027' };

/** Adds a person to the directory, and invites the member. */
async function invitePerson(
  name: string,
  email = `${name}@tern.example`,
): Promise<{ id: string; email: string; token: string }> {
  const created = await call(integrations.scimCreateUser, world.own.client, {
    body: {
      userName: email,
      externalId: name,
      name: { givenName: 'Tove', familyName: 'Larsen' },
      emails: [{ type: 'work', value: email }],
      active: true,
    },
  });
  const id = String(created.body.id);
  return { id, email, token: await invite(id) };
}

/** Emails the invitation, also again; returns the token of its link. */
async function invite(id: string): Promise<string> {
  const member = await loadMember(id);
  const after: Member = {
    ...member,
    invitationStatus: 2,
    invitedOn: '2026-11-27',
    invitationAttempt: (member.invitationAttempt ?? 0) + 1,
  };
  await transact(...(await sendInvitation(member, after, 'operator', new Date())));
  const text = (await emailsTo(member.email)).at(-1)?.body.text ?? '';
  return /\/invitation\/(\S+)/.exec(text)?.[1] ?? '';
}

const open = (token: string) => call(enrollment.invitation, undefined, { params: { token } });
const accept = (token: string) =>
  call(enrollment.acceptInvitation, undefined, { params: { token }, body: chosen });

/** Logs in at the provider from the page of an invitation. */
async function continueWith(
  invitation: string,
  claims: { sub: string } & Record<string, unknown>,
  browser = new Browser(),
) {
  const { body } = await call(singleSignOn.startLogin, undefined, {
    body: { invitation, binding: browser.binding },
  });
  return browser.complete(provider.authorize(body.address, claims));
}

async function meOf({ body }: Received): Promise<Received> {
  const claims = claimsIn(body.tokens.accessToken);
  return call(users.me, await asStored(String(claims.sub)), { claims });
}

describe('an invited member', () => {
  it('continues at the provider without a password, by the link of the first or a repeated email', async () => {
    for (const [name, isRepeated] of [
      ['inv-1', false],
      ['inv-2', true],
    ] as const) {
      const { id, email, ...first } = await invitePerson(name);
      const token = isRepeated ? await invite(id) : first.token;
      expect((await open(token)).body).toMatchObject({ status: 'open', isWithoutPassword: true });
      const refused = await accept(token);
      expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('no effect')]);
      expect(await findUserByEmail(email)).toBeUndefined();
      const login = await continueWith(token, verified(email));
      expect(login.body.result).toBe('signed in');
      expect((await meOf(login)).body.memberGroups).toHaveLength(1);
      expect((await open(token)).body.status).toBe('used');
      const byPassword = { userName: email, password: chosen.password, redirectUrl: '' };
      expect((await call(users.login, undefined, { body: byPassword })).status).toBe(422);
      expect((await new Browser().logIn(provider, { sub: email })).body.result).toBe('signed in');
    }
  });

  it('of another domain proves the address by the emailed link, also if the directory knows the ID', async () => {
    const { email, token } = await invitePerson('inv-8', 'inv-8@mail.example');
    for (const claims of [{ sub: 'inv-8' }, verified('other-8@tern.example', 'inv-8')]) {
      const { status, body } = await new Browser().logIn(provider, claims);
      expect([status, body.message]).toEqual([422, expect.stringContaining('newest invitation')]);
    }
    expect(await findUserByEmail(email)).toBeUndefined();
    expect((await continueWith(token, { sub: 'inv-8' })).body.result).toBe('signed in');
    const used = await call(singleSignOn.startLogin, undefined, {
      body: { invitation: token, binding: new Browser().binding },
    });
    expect([used.status, used.body.message]).toEqual([422, expect.stringContaining('accepted already')]);
  });

  it('of another domain receives no link by the log-in at the provider, also with an account', async () => {
    const user = await createMemberUser(world.other.member.id);
    const { token } = await invitePerson('inv-9', user.email);
    const login = await new Browser().logIn(provider, { sub: 'inv-9' });
    expect([login.status, login.body.message]).toEqual([422, expect.stringContaining('newest invitation')]);
    expect((await open(token)).body.status).toBe('open');
    expect((await continueWith(token, { sub: 'inv-9' })).body.result).toBe('enroll');
  });

  it('is not the person of another address', async () => {
    const { email, token } = await invitePerson('inv-3');
    const other = await continueWith(token, verified('stranger@tern.example'));
    expect(other.status).toBe(422);
    expect(await findUserByEmail(email)).toBeUndefined();
  });

  it('chooses a password where the provider is optional, or was turned off since', async () => {
    const { token } = await invitePerson('inv-4');
    await turnOn('1', provider);
    expect((await open(token)).body.isWithoutPassword).toBe(false);
    await call(singleSignOn.turnOff, world.own.manager, { params: { partnerID: '1' } });
    const started = await call(singleSignOn.startLogin, undefined, {
      body: { invitation: token, binding: new Browser().binding },
    });
    expect(started.body).toEqual({ address: null, partnerName: null });
    expect((await accept(token)).status).toBe(200);
  });

  it('who was rehired opens the same account', async () => {
    const { id, email, token } = await invitePerson('inv-5');
    const first = await continueWith(token, verified(email));
    const { userId } = (await meOf(first)).body;
    const setActive = (value: boolean) =>
      call(integrations.scimPatchUser, world.own.client, {
        params: { id },
        body: { Operations: [{ op: 'replace', path: 'active', value }] },
      });
    await setActive(false);
    expect((await meOf(first)).status).toBe(401);
    await setActive(true);
    const { successorId } = (await loadMember(id)).directory as { successorId: string };
    const again = await continueWith(await invite(successorId), verified(email));
    expect(again.body.result).toBe('signed in');
    expect((await meOf(again)).body.userId).toBe(userId);
  });

  it.each(['of another employer', 'without an employer'])(
    'with an account %s joins by both log-ins in one browser, never by its password alone',
    async (kind) => {
      const name = kind.replaceAll(' ', '-');
      const { id, email, token } = await invitePerson(name);
      const isOfOther = kind === 'of another employer';
      const created = isOfOther
        ? await createMemberUser(world.other.member.id)
        : await createUser({ role: 'member' });
      await transact(...userChange(created, { ...created, email }));
      const join = async (browserSecret?: string) =>
        call(enrollment.joinWithInvitation, await asStored(created.id), {
          params: { token },
          body: { browserSecret },
        });
      const isRefused = async (browserSecret?: string) => {
        const { status, body } = await join(browserSecret);
        expect([status, body.message]).toEqual([422, expect.stringContaining('no effect')]);
      };
      expect((await open(token)).body).toMatchObject({
        hasAccount: true,
        isWithoutPassword: true,
        isIdentified: false,
      });
      await isRefused();
      const browser = new Browser();
      const { body } = await continueWith(token, verified(email), browser);
      expect(body).toEqual({ result: 'enroll', address: `/invitation/${token}` });
      expect((await open(token)).body.isIdentified).toBe(true);
      // a link that another person identified connects no identity
      await isRefused();
      await isRefused(new Browser().secret);
      expect((await loadMember(id)).userId).toBeNull();
      // another issuer since
      const { clientId, clientSecret } = provider;
      const changed = { clientId, clientSecret, issuer: 'https://new.example' };
      await turnOn('1', changed, { policy: required });
      await isRefused(browser.secret);
      await turnOn('1', provider, { policy: required });
      expect((await join(browser.secret)).status).toBe(200);
      expect((await loadMember(id)).userId).toBe(created.id);
      expect((await emailsTo(email)).at(-1)?.body.text).toContain('log in with the log-in of Partner 1');
      expect((await call(users.me, await asStored(created.id))).status).toBe(401);
      const login = await new Browser().logIn(provider, { sub: email });
      expect(login.body.result).toBe('signed in');
      expect((await meOf(login)).body).toMatchObject({ userId: created.id });
    },
  );

  it('who joins an employer with an optional log-in connects it, or uses the password', async () => {
    await turnOn('1', provider);
    for (const [name, isAtProvider] of [
      ['opt-1', true],
      ['opt-2', false],
    ] as const) {
      const { email, token } = await invitePerson(name);
      const created = await createUser({ role: 'member' });
      await transact(...userChange(created, { ...created, email }));
      const browser = new Browser();
      if (isAtProvider) await continueWith(token, verified(email), browser);
      const body = { browserSecret: browser.secret };
      const joined = await call(enrollment.joinWithInvitation, await asStored(created.id), {
        params: { token },
        body,
      });
      expect(joined.status).toBe(200);
      const user = await asStored(created.id);
      expect(user.identities?.length ?? 0).toBe(isAtProvider ? 1 : 0);
      expect((await call(users.me, user)).status).toBe(200);
    }
  });

  it('is not opened by another provider’s log-in while not invited', async () => {
    const { id, token } = await invitePerson('inv-7');
    const member = await loadMember(id);
    await transact(...memberChange(member, { ...member, invitationStatus: 1 }));
    const { body } = await continueWith(token, verified(member.email));
    expect(body.message).toContain('not invited to Wellport yet');
  });
});

describe('an invited manager', () => {
  it('receives no password from an administrator', async () => {
    const email = 'given.inv@tern.example';
    const { status, body } = await call(managers.create, world.admin, {
      body: { partnerId: '1', firstName: 'Nia', lastName: 'Ek', email, ...chosen },
    });
    expect([status, body.message]).toEqual([422, expect.stringContaining('no effect')]);
    expect(await findUserByEmail(email)).toBeUndefined();
  });

  it('continues at the provider, and only as the invited address', async () => {
    const invited = { firstName: 'Nia', lastName: 'Ek', email: 'nia.inv@tern.example', access: 'full' };
    await call(managers.invite, world.admin, { body: { partnerId: '1', ...invited } });
    const text = (await emailsTo(invited.email)).at(-1)?.body.text ?? '';
    expect(text).toContain('Continue with Partner 1: ');
    expect(text).not.toContain('Choose a password');
    const token = /userinvitation\/(\S+)/.exec(text)?.[1] ?? '';
    const { body } = await call(users.invitation, undefined, { params: { token } });
    expect(body.isWithoutPassword).toBe(true);
    expect((await continueWith(token, verified('other.inv@tern.example'))).status).toBe(422);
    const login = await continueWith(token, verified(invited.email));
    expect(login.body.result).toBe('signed in');
    expect((await meOf(login)).body.role).toBe('partnerManager');
    expect((await call(users.invitation, undefined, { params: { token } })).status).toBe(404);
    const byPassword = { userName: invited.email, password, redirectUrl: '' };
    expect((await call(users.login, undefined, { body: byPassword })).status).toBe(422);
  });
});
