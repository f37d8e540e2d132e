import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { directoryWrites } from '../../functions/integrations/scim/directory-store.ts';
import { loadSignOn } from '../../functions/users/sign-on-store.ts';
import { loadUser, userChange } from '../../functions/users/store.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { users } from '../../shared/contracts/users.ts';
import type { Member } from '../../shared/members/member.ts';
import { wrongSignIn } from '../../shared/users/sign-in-attempts.ts';
import type { User } from '../../functions/users/user.ts';
import { call, type Received } from '../support/call.ts';
import { emailsTo } from '../support/mailbox.ts';
import { someMember, useWorld } from '../support/world.ts';
import { asStored, claimsIn, password } from '../users/person.ts';
import { Browser, createManager, createMemberUser, turnOn } from './flow.ts';
import { useProvider } from './test-provider.ts';

const world = useWorld();
const provider = useProvider();

beforeAll(() => void (process.env.WEBHOOKS_TO_LOCALHOST = 'on'));
beforeEach(() => turnOn('1', provider));

let number = 0;

/** Adds a member to a roster, with an address of the partner's domain. */
async function addMember(fields: Partial<Member> = {}): Promise<Member> {
  number += 1;
  const id = `sso-member-${number}`;
  const email = `person-${number}@tern.example`;
  const member = someMember(id, '1', { email, userId: null, ...fields });
  await transact(...memberChange(null, member), ...(await directoryWrites(null, member)));
  return loadMember(id);
}

/** Returns the response of an endpoint to the access token of a log-in. */
async function asSession(
  { body }: Received,
  endpoint: Parameters<typeof call>[0] = users.me,
): Promise<Received> {
  const claims = claimsIn(body.tokens.accessToken);
  const user = await asStored(String(claims.sub));
  return call(endpoint, user, { claims });
}

const verified = (email: string, sub = email) => ({ sub, email, email_verified: true });

/** Links a user by the emailed link. */
async function link(user: User, sub: string): Promise<void> {
  await new Browser().logIn(provider, verified(user.email, sub));
  const text = (await emailsTo(user.email)).at(-1)?.body.text ?? '';
  const token = /login\/link#(\S+)/.exec(text)?.[1] ?? '';
  const { status } = await call(singleSignOn.confirmLink, undefined, { body: { token } });
  if (status !== 200) throw new Error(`not linked: ${text}`);
}

async function linkedManager(sub: string, fields: Partial<User> = {}): Promise<User> {
  const user = await createManager('1', fields);
  const email = `${sub}@tern.example`;
  await transact(...userChange(user, { ...user, email }));
  const changed = await asStored(user.id);
  await link(changed, sub);
  return asStored(user.id);
}

describe('the start of a log-in', () => {
  it('leads to the provider by the domain alone', async () => {
    const known = await new Browser().start(world.own.manager.email);
    expect(known.body).toEqual({ address: null, partnerName: null });
    const { body } = await new Browser().start('Nobody@Tern.example');
    expect(body.partnerName).toBe(world.own.partner.name);
    const { searchParams } = new URL(body.address);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: `${process.env.SITE_ADDRESS}/login/company`,
    });
    expect(searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
  });
});

describe('a log-in', () => {
  it('of an existing account is linked by its emailed link, once', async () => {
    const member = await addMember();
    const user = await createMemberUser(member.id);
    const first = await new Browser().logIn(provider, verified(member.email, 'sub-1'));
    expect(first.body).toMatchObject({ result: 'confirm by email' });
    const text = (await emailsTo(user.email)).at(-1)?.body.text ?? '';
    const token = /login\/link#(\S+)/.exec(text)?.[1] ?? '';
    expect((await call(singleSignOn.confirmLink, undefined, { body: { token } })).status).toBe(200);
    expect((await call(singleSignOn.confirmLink, undefined, { body: { token } })).status).toBe(404);
    const next = await new Browser().logIn(provider, { sub: 'sub-1' });
    expect(next.body).toMatchObject({ result: 'signed in', success: true });
    expect((await asSession(next)).body).toMatchObject({
      email: user.email,
      stepUpProviderName: 'Partner 1',
    });
    const other = await new Browser().logIn(provider, { sub: 'sub-other' });
    expect(other.status).toBe(422);
  });

  it('is linked immediately by the external ID of the directory', async () => {
    const member = await addMember({ directory: { userName: null, externalId: 'hr-77' } });
    const user = await createMemberUser(member.id);
    const { body } = await new Browser().logIn(provider, { sub: 'pairwise', oid: 'hr-77' });
    expect(body.result).toBe('signed in');
    expect((await asStored(user.id)).identities).toHaveLength(1);
  });

  it('of a person of two employers needs the confirmation of the account', async () => {
    const member = await addMember({ directory: { userName: null, externalId: 'hr-78' } });
    const user = await createMemberUser(member.id);
    await transact(...userChange(user, { ...user, memberIds: [member.id, world.other.member.id] }));
    const { body } = await new Browser().logIn(provider, { sub: 'shared', oid: 'hr-78' });
    expect(body.result).toBe('confirm by email');
  });

  it('of a person on the roster without an account gets one, and continues to enrollment', async () => {
    const waiting = await addMember({ invitationStatus: 1 });
    expect((await new Browser().logIn(provider, verified(waiting.email))).body.message).toContain(
      'not invited',
    );
    const member = await addMember({ invitationStatus: 2 });
    const { body } = await new Browser().logIn(provider, verified(member.email));
    expect(body.result).toBe('signed in');
    const enrolling = await loadMember(member.id);
    expect(enrolling.invitationStatus).toBe(2);
    expect((await asStored(enrolling.userId ?? '')).identities).toHaveLength(1);
  });

  it('of an unknown person of the domain is a sign-up that the HR manager decides, where permitted', async () => {
    const claims = { ...verified('new@tern.example'), given_name: 'Nia', family_name: 'Ek' };
    expect((await new Browser().logIn(provider, claims)).status).toBe(422);
    await turnOn('1', provider, { policy: { canRequestEnrollment: true } });
    expect((await new Browser().logIn(provider, claims)).body).toEqual({ result: 'requested' });
    const { items } = await queryItems(keys.signUp('1', '').pk);
    expect(items).toMatchObject([{ firstName: 'Nia', lastName: 'Ek', email: 'new@tern.example' }]);
  });

  it('links no address that the provider did not verify or whose domain the partner has not proven', async () => {
    const member = await addMember();
    await createMemberUser(member.id);
    const far = await addMember({ email: 'far@elsewhere.example' });
    await createMemberUser(far.id);
    const claims = [
      { sub: 'a', email: member.email },
      { sub: 'a', email: member.email, email_verified: false },
      { sub: 'a', email: member.email, email_verified: 'true' },
      { sub: 'a', preferred_username: member.email, email_verified: true },
      verified(far.email, 'a'),
    ];
    for (const claim of claims) {
      const { status, body } = await new Browser().logIn(provider, claim);
      expect([status, body.message]).toEqual([422, expect.stringContaining('no verified address')]);
    }
  });

  it('is refused for administrators, club managers, and people of other partners', async () => {
    for (const role of ['systemAdmin', 'facilityManager', 'partnerManager'] as const) {
      const user = await createManager('2', { role, partnerId: role === 'partnerManager' ? '2' : null });
      const email = `${role}@tern.example`.toLowerCase();
      await transact(...userChange(user, { ...user, email }));
      expect((await new Browser().logIn(provider, verified(email))).status).toBe(422);
    }
    const manager = await linkedManager('moves');
    await transact(...userChange(manager, { ...manager, partnerId: '2' }));
    expect((await new Browser().logIn(provider, { sub: 'moves' })).status).toBe(422);
  });

  it('redirects to our site only', async () => {
    await linkedManager('redirected');
    for (const [redirectUrl, expected] of [
      ['/partnermanager/members', '/partnermanager/members'],
      ['https://evil.example/', null],
      ['//evil.example', null],
    ] as const) {
      const browser = new Browser();
      const { body } = await browser.start('x@tern.example', redirectUrl);
      const completed = await browser.complete(provider.authorize(body.address, { sub: 'redirected' }));
      expect(completed.body.redirectUrl).toBe(expected);
    }
  });
});

describe('a session of a provider', () => {
  it('has the limits of the policy', async () => {
    await linkedManager('limited');
    await turnOn('1', provider, { policy: { idleMinutes: 10, sessionHours: 1 } });
    const login = await new Browser().logIn(provider, { sub: 'limited' });
    expect((await asSession(login)).body.idleMinutes).toBe(10);
    const user = await asStored(String(claimsIn(login.body.tokens.accessToken).sub));
    const session = user.sessions.find((stored) => stored.provider);
    expect((session?.endsAt ?? 0) - (session?.startedAt ?? 0)).toBe(3600);
    const aged = user.sessions.map((stored) => ({ ...stored, endsAt: Math.floor(Date.now() / 1000) - 1 }));
    await transact(...userChange(user, { ...user, sessions: aged }));
    expect((await asSession(login)).status).toBe(401);
  });

  it('ends with the membership, by the directory', async () => {
    const member = await addMember({ directory: { userName: null, externalId: 'leaves' } });
    await createMemberUser(member.id);
    const login = await new Browser().logIn(provider, { sub: 'leaver', oid: 'leaves' });
    expect((await asSession(login)).status).toBe(200);
    const removal = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    };
    const patched = await call(integrations.scimPatchUser, world.own.client, {
      params: { id: member.id },
      body: removal,
    });
    expect(patched.status).toBe(200);
    expect((await asSession(login)).status).toBe(401);
    expect((await new Browser().logIn(provider, { sub: 'leaver', oid: 'leaves' })).status).toBe(422);
  });

  it('ends when the provider is turned off or replaced, also after it is turned on again', async () => {
    await linkedManager('stays');
    const login = await new Browser().logIn(provider, { sub: 'stays' });
    expect((await asSession(login)).status).toBe(200);
    const off = await call(singleSignOn.turnOff, world.own.manager, { params: { partnerID: '1' } });
    expect(off.status).toBe(200);
    expect((await asSession(login)).status).toBe(401);
    const refreshed = await call(users.refreshSession, undefined, {
      body: { refreshToken: login.body.tokens.refreshToken },
    });
    expect(refreshed.status).toBe(422);
    expect((await loadSignOn('1')).active).toBeNull();
    expect((await new Browser().start('x@tern.example')).body.address).toBeNull();
  });

  it('returns the log-out page of the provider', async () => {
    await linkedManager('leaving');
    const login = await new Browser().logIn(provider, { sub: 'leaving' });
    const { body } = await asSession(login, users.logout);
    expect(body.providerAddress).toContain(`${provider.issuer}/logout?client_id=${provider.clientId}`);
  });
});

describe('a required provider', () => {
  it('ends passwords in every channel, except for two managers', async () => {
    const [manager, glass] = [await createManager('1'), await createManager('1')];
    const logIn = (user: User) =>
      call(users.login, undefined, { body: { userName: user.email, password, redirectUrl: '' } });
    const opened = await logIn(manager);
    expect((await asSession(opened)).status).toBe(200);
    await turnOn('1', provider, { policy: { isRequired: true, breakGlassUserIds: [glass.id, 'another'] } });
    expect((await asSession(opened)).status).toBe(401);
    expect((await logIn(manager)).body.message).toBe(wrongSignIn);
    expect((await logIn(glass)).status).toBe(200);
    const sent = (await emailsTo(manager.email)).length;
    const reset = await call(users.resetPassword, undefined, { query: { userName: manager.email } });
    expect([reset.status, (await emailsTo(manager.email)).length]).toEqual([200, sent]);
    await turnOn('1', provider);
    expect((await logIn(manager)).status).toBe(200);
  });

  it('does not lock out members who left the roster', async () => {
    const member = await addMember();
    const user = await createMemberUser(member.id);
    await turnOn('1', provider, { policy: { isRequired: true, breakGlassUserIds: ['a', 'b'] } });
    const logIn = () =>
      call(users.login, undefined, { body: { userName: user.email, password, redirectUrl: '' } });
    expect((await logIn()).status).toBe(422);
    const current = await loadMember(member.id);
    await transact(...memberChange(current, { ...current, invitationStatus: 8 }));
    expect((await logIn()).status).toBe(200);
    expect((await loadUser(user.id))?.sessions.length).toBeGreaterThan(0);
  });
});
