import { describe, expect, it } from 'vitest';
import { countWithin } from '../../functions/site/site-email-count-store.ts';
import { sourceOf } from '../../functions/platform/source.ts';
import type { User } from '../../functions/users/user.ts';
import { erasePerson } from '../../functions/privacy/erase-person-store.ts';
import { personFiles } from '../../functions/privacy/person-files.ts';
import { loadMember, memberChange, memberKeyOfEmail } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { deleted, waitingToInvite } from '../../shared/members/member.ts';
import { testSiteKey } from '../../shared/site/site-config.ts';
import { createApiClient } from '../support/api-clients.ts';
import { call, eventFor } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { setFlags } from '../support/flags.ts';
import { trailOf } from '../support/trail.ts';
import { useWorld } from '../support/world.ts';
import { createUser, mailsTo } from '../users/person.ts';
import { addMembers, freshPartner } from './people.ts';

const world = useWorld();
resetClockAfterEach();

const domain = 'lakeside.test';
let last = 0;
const newAddress = (at = domain) => `eva.${(last += 1)}@${at}`;
const ofPartner = (partnerID: string) => ({ params: { partnerID } });
const linkOf = async (partnerId: string) =>
  (await call(employees.signUpLink, world.admin, ofPartner(partnerId))).body;

interface Checks {
  domains?: string;
  codeWord?: string;
  endsOn?: string;
}
async function save(partnerId: string, checks: Checks = { domains: domain }, as: User = world.admin) {
  const { version } = await linkOf(partnerId);
  return call(employees.saveSignUpLink, as, {
    ...ofPartner(partnerId),
    body: { domains: '', codeWord: '', endsOn: '', ...checks, version },
  });
}
/** Creates a partner with an open sign-up link. */
async function openPartner({ memberships = 500, ...checks }: Checks & { memberships?: number } = {}) {
  const partnerId = await freshPartner(memberships);
  expect((await save(partnerId, { domains: domain, ...checks })).status).toBe(200);
  return { partnerId, linkToken: (await linkOf(partnerId)).token as string };
}
const enter = (linkToken: string, entered: object) =>
  call(employees.signUp, undefined, {
    params: { linkToken },
    body: { firstName: 'Eva', lastName: 'Moe', ...entered },
  });
const tokensTo = async (address: string) =>
  (await mailsTo(address)).flatMap((text) => /\/confirmsignup\/([\w-]+)/.exec(text)?.[1] ?? []);
const open = (token: string | undefined) =>
  call(employees.confirmSignUp, undefined, { body: { token: token ?? '' } });
async function signUp(linkToken: string, email: string, entered: object = {}) {
  expect((await enter(linkToken, { email, ...entered })).status).toBe(200);
  return open((await tokensTo(email)).at(-1));
}
const list = async (partnerId: string, decision = 'waiting', as: User = world.admin) =>
  (await call(employees.signUps, as, { ...ofPartner(partnerId), query: { decision } })).body.items;
const selected = async (partnerId: string, decision = 'waiting') =>
  (await list(partnerId, decision)).map(({ signUpId, version }: Record<string, unknown>) => ({
    signUpId,
    version,
  }));
const confirm = async (partnerId: string, signUps?: object[], as: User = world.admin) =>
  call(employees.confirmSignUps, as, {
    ...ofPartner(partnerId),
    body: { signUps: signUps ?? (await selected(partnerId)) },
  });

describe('a sign-up', () => {
  it('becomes a waiting member after the address and the partner confirmed it', async () => {
    const { partnerId, linkToken } = await openPartner();
    const form = await call(employees.signUpForm, undefined, {
      params: { linkToken: linkToken.toLowerCase() },
    });
    expect(form.body).toEqual({
      partnerName: expect.any(String),
      domains: [domain],
      requiresCodeWord: false,
    });
    const email = newAddress();
    await enter(linkToken, { email, employeeNumber: '00417' });
    expect([await list(partnerId), await memberKeyOfEmail(partnerId, email)]).toEqual([[], undefined]);
    const [token] = await tokensTo(email);
    const first = await open(token);
    expect(first.body).toMatchObject({ name: 'Eva Moe', email, isMember: false });
    // a mail scanner and a second click
    expect((await open(token)).body).toEqual(first.body);
    expect(await list(partnerId)).toMatchObject([{ email, employeeNumber: '00417', problem: null }]);
    const confirmed = await confirm(partnerId);
    expect(confirmed.body).toMatchObject({ success: true, added: 1, refused: [] });
    const memberId = (await memberKeyOfEmail(partnerId, email)) ?? '';
    expect(await loadMember(memberId)).toMatchObject({
      invitationStatus: waitingToInvite,
      firstName: 'Eva',
      employeeNumber: '00417',
    });
    expect((await mailsTo(email)).length).toBe(1);
    expect(await list(partnerId)).toEqual([]);
    const names = (await trailOf(`partner ${partnerId}`)).map(({ name }) => name);
    expect(names).toEqual(['sign-up link changed', 'employees uploaded']);
    const { body } = await call(partners.activity, world.admin, ofPartner(partnerId));
    expect(JSON.stringify(body)).toContain('Added 1 employee');
    expect(JSON.stringify(body)).not.toContain(email);
  });

  it('joins repeated sign-ups of an address and lets the partner decide only what it saw', async () => {
    const { partnerId, linkToken } = await openPartner();
    const email = newAddress();
    await signUp(linkToken, email);
    const before = await selected(partnerId);
    await signUp(linkToken, email.toUpperCase().replace('LAKESIDE.TEST', domain), { firstName: 'Evita' });
    expect(await list(partnerId)).toMatchObject([{ firstName: 'Evita' }]);
    const outdated = await confirm(partnerId, before);
    expect(outdated.body).toMatchObject({ success: false, added: 0 });
    expect(outdated.body.refused[0].reason).toContain('Review it again');
    // the same row twice adds one member
    const [row] = await selected(partnerId);
    expect((await confirm(partnerId, [row, row])).body).toMatchObject({ added: 1 });
  });

  it('replaces an unopened link of the same address', async () => {
    const { partnerId, linkToken } = await openPartner();
    const email = newAddress();
    await enter(linkToken, { email, firstName: 'Someone' });
    await enter(linkToken, { email });
    const [first, second] = await tokensTo(email);
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200]);
    expect(await list(partnerId)).toMatchObject([{ firstName: 'Eva' }]);
    expect((await mailsTo(email)).join('')).not.toContain('Someone');
  });

  it('has the same response for members, declined people, and unknown addresses', async () => {
    const { partnerId, linkToken } = await openPartner();
    const member = newAddress();
    await addMembers(partnerId, 1, () => ({ email: member }));
    const declined = newAddress();
    await signUp(linkToken, declined);
    await call(employees.declineSignUps, world.admin, {
      ...ofPartner(partnerId),
      body: { signUps: await selected(partnerId), reason: 'Left the company in May.' },
    });
    const unknown = newAddress();
    const results = await Promise.all(
      [member, declined, unknown].map((email) => enter(linkToken, { email })),
    );
    for (const { status, body } of results) expect([status, body]).toEqual([200, results[0]?.body]);
    for (const email of [member, declined, unknown])
      expect((await tokensTo(email)).length).toBeGreaterThan(0);
    // the owner of a member's address learns it, and the list does not contain members
    expect((await open((await tokensTo(member)).at(-1))).body.isMember).toBe(true);
    // a declined person is not listed again, and learns nothing
    expect((await open((await tokensTo(declined)).at(-1))).body.isMember).toBe(false);
    expect(await list(partnerId)).toEqual([]);
    expect((await mailsTo(declined)).join('')).not.toContain('Left the company');
    expect(await list(partnerId, 'declined')).toMatchObject([
      { email: declined, declined: { reason: 'Left the company in May.', whoName: 'Ada Okafor' } },
    ]);
    expect((await confirm(partnerId, await selected(partnerId, 'declined'))).body.added).toBe(1);
  });

  it('stays with its reason when it cannot be added', async () => {
    const { partnerId, linkToken } = await openPartner({ memberships: 1 });
    const [first, second] = [newAddress(), newAddress()];
    await signUp(linkToken, first);
    await signUp(linkToken, second);
    const full = await confirm(partnerId);
    expect(full.body).toMatchObject({ success: false, added: 1, refused: [{ name: 'Eva Moe' }] });
    expect(full.body.refused[0].reason).toContain('more recipients than memberships');
    expect(await list(partnerId)).toMatchObject([
      { email: second, problem: expect.stringContaining('all 1 are in use') },
    ]);
    await transact(
      ...memberChange(await loadMember((await memberKeyOfEmail(partnerId, first)) ?? ''), {
        ...(await loadMember((await memberKeyOfEmail(partnerId, first)) ?? '')),
        invitationStatus: deleted,
      }),
    );
    expect((await confirm(partnerId)).body).toMatchObject({ added: 1, refused: [] });
  });

  it('is refused with the reason of the roster when its address was uploaded in the meantime', async () => {
    const { partnerId, linkToken } = await openPartner();
    const email = newAddress();
    await signUp(linkToken, email);
    await addMembers(partnerId, 1, () => ({ email }));
    expect((await list(partnerId))[0].problem).toBe('This email has already been uploaded.');
    expect((await confirm(partnerId)).body).toMatchObject({ added: 0, refused: [{ name: 'Eva Moe' }] });
  });

  it('is decided by its own partner only', async () => {
    const { partnerId, linkToken } = await openPartner();
    await signUp(linkToken, newAddress());
    const signUps = await selected(partnerId);
    const other = await freshPartner();
    const manager = await createUser({ role: 'partnerManager', partnerId: other });
    expect((await confirm(partnerId, signUps, manager)).status).toBe(403);
    expect((await confirm(other, signUps, manager)).body).toMatchObject({ added: 0, success: false });
    const body = { signUps, reason: 'Not one of our employees.' };
    expect((await call(employees.declineSignUps, manager, { ...ofPartner(other), body })).status).toBe(409);
    expect(await list(partnerId)).toHaveLength(1);
  });

  it('is on one page, although the last row of the former page was decided', async () => {
    setClock('2026-12-01T12:00:00Z');
    const { partnerId, linkToken } = await openPartner();
    for (let count = 0; count < 102; count += 1) {
      if (count === 80) setClock('2026-12-01T13:00:01Z');
      await signUp(linkToken, newAddress());
    }
    const pageAfter = async (cursor?: string) =>
      (
        await call(employees.signUps, world.admin, {
          ...ofPartner(partnerId),
          query: { decision: 'waiting', ...(cursor !== undefined && { cursor }) },
        })
      ).body;
    const { items, nextCursor } = await pageAfter();
    await confirm(partnerId, [{ signUpId: items.at(-1).signUpId, version: items.at(-1).version }]);
    const next = await pageAfter(nextCursor);
    expect([items.length, next.items.length, next.nextCursor]).toEqual([100, 2, null]);
  });

  it('adds as many people as selected, in several transactions', async () => {
    const { partnerId, linkToken } = await openPartner();
    for (let count = 0; count < 12; count += 1) await signUp(linkToken, newAddress());
    expect((await confirm(partnerId)).body).toMatchObject({ added: 12, refused: [] });
  });
});

describe('the sign-up link', () => {
  it('accepts addresses of its domains only', async () => {
    const { linkToken } = await openPartner({ domains: `@${domain}\nhill.test` });
    for (const at of ['hill.test', domain.toUpperCase()])
      expect((await enter(linkToken, { email: newAddress(at) })).status).toBe(200);
    for (const at of [`mail.${domain}`, `evil-${domain}`, `${domain}.evil.test`, 'gmail.com']) {
      const refused = await enter(linkToken, { email: newAddress(at) });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['email']]);
    }
  });

  it('accepts its code word regardless of case and blanks, also with domains', async () => {
    const { linkToken } = await openPartner({ codeWord: 'Blue  Heron 26' });
    const form = await call(employees.signUpForm, undefined, { params: { linkToken } });
    expect(JSON.stringify(form.body)).not.toMatch(/heron/i);
    expect((await enter(linkToken, { email: newAddress(), codeWord: ' blue heron 26 ' })).status).toBe(200);
    for (const codeWord of ['blue heron', '', undefined]) {
      const refused = await enter(linkToken, { email: newAddress(), codeWord });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['codeWord']]);
    }
    expect((await enter(linkToken, { email: newAddress('x.test'), codeWord: 'blue heron 26' })).status).toBe(
      422,
    );
  });

  it('requires a check that proves employment, and a last day in the future', async () => {
    const partnerId = await freshPartner();
    for (const checks of [
      {},
      { domains: 'gmail.com' },
      { domains: 'not a domain' },
      { codeWord: 'short' },
      { domains: domain, endsOn: '2020-01-01' },
    ])
      expect((await save(partnerId, checks)).status, JSON.stringify(checks)).toBeGreaterThanOrEqual(400);
    expect((await linkOf(partnerId)).state).toBe('off');
    expect((await save(partnerId, { codeWord: 'Blue Heron' })).status).toBe(200);
  });

  it('stops immediately when it is renewed, turned off, or ended, also for emailed links', async () => {
    const { partnerId, linkToken } = await openPartner({ endsOn: '2099-12-31' });
    const email = newAddress();
    await enter(linkToken, { email });
    const [token] = await tokensTo(email);
    const { version } = await linkOf(partnerId);
    const renewed = await call(employees.renewSignUpLink, world.admin, {
      ...ofPartner(partnerId),
      body: { version },
    });
    expect(renewed.status).toBe(200);
    const closed = await enter(linkToken, { email: newAddress() });
    expect([closed.status, (await open(token)).status]).toEqual([404, 404]);
    // the response for a former link is the one for an unknown link
    const unknown = await enter('7K3M9QX2', { email: newAddress() });
    expect({ ...closed.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    const current = (await linkOf(partnerId)).token;
    await enter(current, { email });
    const fresh = (await tokensTo(email)).at(-1);
    await call(employees.turnOffSignUpLink, world.admin, ofPartner(partnerId));
    expect([(await enter(current, { email })).status, (await open(fresh)).status]).toEqual([404, 404]);
    await save(partnerId, { domains: domain, endsOn: '2099-12-31' });
    expect((await linkOf(partnerId)).token).toBe(current);
    setClock('2100-01-02T12:00:00Z');
    expect([(await enter(current, { email })).status, (await linkOf(partnerId)).state]).toEqual([
      404,
      'ended',
    ]);
    const trail = await trailOf(`partner ${partnerId}`);
    expect(trail.map(({ name }) => name)).toContain('sign-up link turned off');
    expect(JSON.stringify(trail)).not.toContain(current);
  });

  it('is closed while an API client changes the roster', async () => {
    const { partnerId, linkToken } = await openPartner();
    expect((await enter(linkToken, { email: newAddress() })).status).toBe(200);
    await createApiClient({ ownerKind: 'partner', ownerId: partnerId, scopes: ['roster:read'] });
    expect((await enter(linkToken, { email: newAddress() })).status).toBe(200);
    await createApiClient({ ownerKind: 'partner', ownerId: partnerId });
    expect((await enter(linkToken, { email: newAddress() })).status).toBe(404);
    expect((await linkOf(partnerId)).state).toBe('hrSystem');
    const saved = await save(partnerId);
    expect([saved.status, saved.body.message]).toEqual([409, expect.stringContaining('API client')]);
  });

  it('is changed by managers with full access only; managers of the roster decide sign-ups', async () => {
    const { partnerId, linkToken } = await openPartner();
    const manager = (managerAccess: 'full' | 'roster' | 'read' | 'finance') =>
      createUser({ role: 'partnerManager', partnerId, managerAccess });
    const [full, roster, read, finance] = await Promise.all(
      (['full', 'roster', 'read', 'finance'] as const).map(manager),
    );
    await signUp(linkToken, newAddress());
    expect((await save(partnerId, { domains: domain }, full)).status).toBe(200);
    for (const limited of [roster, read, finance]) {
      expect((await save(partnerId, { domains: domain }, limited)).status).toBe(403);
      expect((await call(employees.turnOffSignUpLink, limited, ofPartner(partnerId))).status).toBe(403);
    }
    const see = async (as: User) =>
      (await call(employees.signUps, as, { ...ofPartner(partnerId), query: { decision: 'waiting' } })).status;
    expect(await Promise.all([see(roster!), see(read!), see(finance!)])).toEqual([200, 200, 403]);
    expect((await confirm(partnerId, undefined, read)).status).toBe(403);
    expect((await confirm(partnerId, undefined, roster)).body.added).toBe(1);
  });
});

describe('the limits of sign-ups', () => {
  const dayMs = 86_400_000;
  const reach = async (source: string, limit: number, windowMs = dayMs) => {
    while (await countWithin({ source, limit, windowMs }, new Date()));
  };

  it('send three emails per day to an address, with the same response afterwards', async () => {
    const { linkToken } = await openPartner();
    const email = newAddress();
    const responses = [];
    for (let count = 0; count < 4; count += 1) responses.push(await enter(linkToken, { email }));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.message}`)).size).toBe(1);
    expect((await tokensTo(email)).length).toBe(3);
  });

  it('refuse even the right code word after too many wrong ones, until the link is renewed', async () => {
    const { partnerId, linkToken } = await openPartner({ codeWord: 'Blue Heron' });
    await enter(linkToken, { email: newAddress(), codeWord: 'guess one' });
    await reach(`sign-up code word ${linkToken}`, 300);
    const right = { codeWord: 'Blue Heron' };
    expect((await enter(linkToken, { email: newAddress(), ...right })).status).toBe(429);
    const { version } = await linkOf(partnerId);
    await call(employees.renewSignUpLink, world.admin, { ...ofPartner(partnerId), body: { version } });
    const { token } = await linkOf(partnerId);
    expect((await enter(token, { email: newAddress(), ...right })).status).toBe(200);
  });

  it('are not used up by one address', async () => {
    setClock('2026-12-02T12:00:00Z');
    const { linkToken } = await openPartner({ memberships: 50 });
    const email = newAddress();
    for (let count = 0; count < 51; count += 1) expect((await enter(linkToken, { email })).status).toBe(200);
    expect((await enter(linkToken, { email: newAddress() })).status).toBe(200);
  });

  it('bound the emails of a link per day', async () => {
    const { linkToken } = await openPartner({ memberships: 60 });
    await enter(linkToken, { email: newAddress() });
    await reach(`sign-up link ${linkToken}`, 60);
    const email = newAddress();
    expect([(await enter(linkToken, { email })).status, await mailsTo(email)]).toEqual([429, []]);
  });

  it('bound the attempts of a network per hour', async () => {
    const { linkToken } = await openPartner();
    const event = await eventFor(employees.signUp, undefined, { params: { linkToken }, body: {} });
    setClock('2027-01-05T12:00:00Z');
    const now = new Date('2027-01-05T12:00:00Z');
    const limit = { source: `sign-up network ${sourceOf(event as never)}`, limit: 120 };
    while (await countWithin(limit, now));
    expect((await enter(linkToken, { email: newAddress() })).status).toBe(429);
    setClock('2027-01-05T13:00:01Z');
    expect((await enter(linkToken, { email: newAddress() })).status).toBe(200);
  });

  it('require a captcha where captchas are on', async () => {
    const { linkToken } = await openPartner({ codeWord: 'Blue Heron' });
    await setFlags({ useCaptcha: true });
    process.env.STAGE = 'local';
    const email = newAddress();
    expect((await enter(linkToken, { email, codeWord: 'Blue Heron' })).body.fields).toHaveProperty('captcha');
    const solved = (address: string, codeWord: string) =>
      call(employees.signUp, undefined, {
        params: { linkToken },
        body: { firstName: 'Eva', lastName: 'Moe', email: address, codeWord },
        headers: { 'g-recaptcha-response': `${testSiteKey}.${email}` },
      });
    expect((await solved(email, 'Blue Hero')).body.fields).toHaveProperty('codeWord');
    expect((await solved(email, 'Blue Heron')).status).toBe(200);
    const other = await solved(newAddress(), 'Blue Heron');
    await setFlags();
    expect(other.body.fields).toHaveProperty('captcha');
  });
});

describe('the data of a sign-up', () => {
  it('is deleted after 30 days, and an unopened link expires after three', async () => {
    const { partnerId, linkToken } = await openPartner();
    const [waiting, unopened] = [newAddress(), newAddress()];
    await signUp(linkToken, waiting);
    await enter(linkToken, { email: unopened });
    const inDays = (days: number) => setClock(new Date(Date.now() + days * 86_400_000 + 5000).toISOString());
    inDays(3);
    expect((await open((await tokensTo(unopened))[0])).status).toBe(404);
    expect(await list(partnerId)).toHaveLength(1);
    inDays(30);
    expect(await list(partnerId)).toEqual([]);
    // the expired item is replaced before the table deletes it
    expect((await signUp(linkToken, waiting)).status).toBe(200);
    expect(await list(partnerId)).toHaveLength(1);
  });

  it('is exported and erased by its address, opened or not', async () => {
    const { partnerId, linkToken } = await openPartner();
    const email = newAddress();
    await signUp(linkToken, email, { lastName: 'Quillfeather', employeeNumber: 'E-77' });
    await enter(linkToken, { email, lastName: 'Quillfeather' });
    const { files } = await personFiles(email.toUpperCase(), 'operator', new Date());
    const file = files.find(({ name }) => name === 'sign-ups.json');
    const text = Buffer.from(file?.bytes ?? []).toString('utf8');
    expect(JSON.parse(text)).toHaveLength(2);
    expect([text.includes('E-77'), /secretHash|linkToken|digest/.test(text)]).toEqual([true, false]);
    const { erased } = await erasePerson(email, 'operator', new Date());
    expect(erased).toContain('2 sign-ups');
    expect(await list(partnerId)).toEqual([]);
    await expect(erasePerson(email, 'operator', new Date())).rejects.toThrow('No person');
    expect(JSON.stringify(await trailOf(`partner ${partnerId}`))).not.toContain('Quillfeather');
  });
});
