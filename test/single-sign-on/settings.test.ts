import { generateKeyPairSync } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { announceAll } from '../../functions/single-sign-on/announce.ts';
import { loadSignOn, openSecret } from '../../functions/users/sign-on-store.ts';
import { keys } from '../../functions/table/keys.ts';
import { getItem } from '../../functions/table/get-item.ts';
import type { User } from '../../functions/users/user.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { call, type Received } from '../support/call.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { recordOwnSession } from '../users/person.ts';
import { Browser, createManager, formOf, turnOn } from './flow.ts';
import { useProvider } from './test-provider.ts';

const world = useWorld();
const provider = useProvider();
let second: User;

beforeAll(async () => {
  process.env.WEBHOOKS_TO_LOCALHOST = 'on';
  second = await createManager('1');
  await recordOwnSession(second);
});

const params = { partnerID: '1' };
const own = () => world.own.manager;
const settings = (as: User = own()): Promise<Received> => call(singleSignOn.settings, as, { params });
const versionNow = async () => (await settings()).body.version as number;

const saveForm = async (as: User, form: object = formOf(provider)) =>
  call(singleSignOn.saveProvider, as, { params, body: { ...form, version: await versionNow() } });

async function tryDraft(as: User, claims: { sub: string } & Record<string, unknown> = { sub: 'trial' }) {
  const browser = new Browser();
  const { body } = await call(singleSignOn.tryProvider, as, { params, body: { binding: browser.binding } });
  return browser.complete(provider.authorize(body.address, claims), as);
}

const confirm = async (as: User) =>
  call(singleSignOn.confirmProvider, as, { params, body: { version: await versionNow() } });

const recordsAre = (records: Record<string, string[]>) => {
  vi.stubEnv('LOCAL_TXT_RECORDS', JSON.stringify(records));
  onTestFinished(() => void vi.unstubAllEnvs());
};

describe('settings of single sign-on', () => {
  it('take effect after a trial and the confirmation of a second person', async () => {
    expect((await settings()).body).toMatchObject({ active: null, draft: null, version: 0 });
    expect((await saveForm(own())).status).toBe(200);
    expect((await confirm(second)).body.message).toBe('Try the change before it takes effect.');
    const trial = await tryDraft(own(), { sub: 'someone', email: 'a@b.example' });
    expect(trial.body).toMatchObject({
      result: 'trial',
      partnerID: '1',
      effect: 'This person would be refused.',
    });
    expect(trial.body.claims).toContainEqual({ name: 'email', value: 'a@b.example' });
    expect((await settings()).body.draft).toMatchObject({ isTried: true, canConfirm: false });
    expect((await confirm(own())).body.message).toContain('Another person');
    expect((await settings(second)).body.draft).toMatchObject({ canConfirm: true });
    expect((await confirm(second)).status).toBe(200);
    expect((await settings()).body).toMatchObject({ active: expect.any(Object), draft: null });
    expect((await emailsTo(second.email)).length).toBeGreaterThanOrEqual(2);
    expect((await emailsTo(world.admin.email)).length).toBeGreaterThanOrEqual(2);
  });

  it('need another trial after each change', async () => {
    await saveForm(own());
    await tryDraft(own());
    await saveForm(own(), formOf(provider, { sessionHours: 8 }));
    expect((await settings()).body.draft.isTried).toBe(false);
    expect((await confirm(second)).body.message).toBe('Try the change before it takes effect.');
    expect((await call(singleSignOn.discardProvider, own(), { params })).status).toBe(200);
    expect((await settings()).body.draft).toBeNull();
  });

  it('contain no secret in the table, responses, and emails', async () => {
    await saveForm(own());
    const item = JSON.stringify(await getItem(keys.signOn('1')));
    expect(item).not.toContain(provider.clientSecret);
    expect(JSON.stringify((await settings()).body)).not.toContain('ecret of the provider');
    const { draft } = await loadSignOn('1');
    expect(draft && (await openSecret('1', draft))).toBe(provider.clientSecret);
    await expect(openSecret('2', draft ?? { sealedSecret: '' })).rejects.toThrow();
  });

  it('send a stored secret to the same issuer and client only', async () => {
    await saveForm(own());
    expect((await saveForm(own(), formOf(provider, {}, ''))).status).toBe(200);
    const other = formOf(provider, {}, '');
    const refused = await saveForm(own(), { ...other, provider: { ...other.provider, clientId: 'other' } });
    expect(refused.body.fields).toEqual({ 'provider.clientSecret': 'Client secret is required.' });
  });

  it('refuse issuers of private networks and of other tenants', async () => {
    const at = (issuer: string) => {
      const form = formOf(provider);
      return saveForm(own(), { ...form, provider: { ...form.provider, issuer } });
    };
    for (const issuer of [
      'https://169.254.169.254/',
      'https://10.0.0.1/idp',
      'https://[::1]/',
      'https://127.0.0.1/',
    ])
      expect((await at(issuer)).body.fields).toEqual({ 'provider.issuer': 'The address is not public.' });
    vi.stubEnv('WEBHOOKS_TO_LOCALHOST', 'off');
    expect((await at('http://127.0.0.1:9/idp')).body.fields['provider.issuer']).toBe(
      'Address must begin with https://.',
    );
    vi.unstubAllEnvs();
    provider.faults = {
      metadata: (metadata) => ({ ...metadata, issuer: 'https://login.example/{tenantid}/v2.0' }),
    };
    onTestFinished(() => void (provider.faults = {}));
    expect((await at(`${provider.issuer}/`)).status).toBe(422);
  });

  it('require two managers with a password before the provider is required', async () => {
    const domain = 'required.example';
    await call(singleSignOn.addDomain, own(), { params, body: { domain } });
    const [row] = (await settings()).body.domains;
    recordsAre({ [row.recordName]: [row.recordValue] });
    await call(singleSignOn.proveDomain, own(), { params: { ...params, domain } });
    const refused = await saveForm(
      own(),
      formOf(provider, { isRequired: true, breakGlassUserIds: [second.id] }),
    );
    expect(refused.body.fields['policy.breakGlassUserIds']).toContain('two managers');
    const breakGlassUserIds = [second.id, own().id];
    expect((await saveForm(own(), formOf(provider, { isRequired: true, breakGlassUserIds }))).status).toBe(
      200,
    );
    const twice = formOf(provider, { isRequired: true, breakGlassUserIds: [second.id, second.id] });
    expect((await saveForm(own(), twice)).status).toBe(422);
  });

  it('are closed to managers without full access', async () => {
    const roster = await createManager('1', { managerAccess: 'roster' });
    await recordOwnSession(roster);
    expect((await settings(roster)).status).toBe(403);
    expect((await saveForm(roster)).status).toBe(403);
  });
});

describe('domains', () => {
  const add = (domain: string, as = own()) =>
    call(singleSignOn.addDomain, as, { params: { partnerID: as.partnerId ?? '' }, body: { domain } });
  const prove = (domain: string, as = own()) =>
    call(singleSignOn.proveDomain, as, { params: { partnerID: as.partnerId ?? '', domain } });
  const recordOf = async (domain: string, as = own()) => {
    const { body } = await call(singleSignOn.settings, as, { params: { partnerID: as.partnerId ?? '' } });
    return body.domains.find((row: { domain: string }) => row.domain === domain);
  };

  it('are proven by their TXT record', async () => {
    expect((await add('North.Example')).status).toBe(200);
    expect((await prove('north.example')).body.message).toContain('no TXT record');
    const { recordName, recordValue } = await recordOf('north.example');
    expect(recordName).toBe('_wellport.north.example');
    recordsAre({ [recordName]: ['other', recordValue] });
    expect((await prove('north.example')).status).toBe(200);
    expect((await recordOf('north.example')).provenAt).not.toBeNull();
  });

  it('belong to one partner', async () => {
    const other = world.other.manager;
    await add('south.example');
    await add('south.example', other);
    const [mine, theirs] = [await recordOf('south.example'), await recordOf('south.example', other)];
    expect(theirs.recordValue).not.toBe(mine.recordValue);
    recordsAre({ '_wellport.south.example': [mine.recordValue, theirs.recordValue] });
    expect((await prove('south.example')).status).toBe(200);
    expect((await prove('south.example', other)).body.message).toContain('Another partner');
    await call(singleSignOn.removeDomain, own(), { params: { ...params, domain: 'south.example' } });
    expect((await prove('south.example', other)).status).toBe(200);
  });

  it('are not those of email providers', async () => {
    expect((await add('gmail.com')).body.fields.domain).toContain('email provider');
  });
});

it.each(['co.uk', 'com.au', '127.0.0.1', '-a.example', 'a-.example', 'a..example', 'example.c-'])(
  'refuses %s as an email domain',
  async (domain) => {
    const { status } = await call(singleSignOn.addDomain, own(), { params, body: { domain } });
    expect(status).toBe(400);
  },
);

it.each([
  ['an RSA key of 1,024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey],
  ['a public key', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
])('refuses %s instead of a private key', async (_, key) => {
  const pem = key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' });
  const { status, body } = await saveForm(own(), formOf(provider, {}, pem));
  expect([status, body.message]).toEqual([422, expect.stringContaining('2,048 bits or more')]);
});

it('checks the other partners after a fault of one', async () => {
  await turnOn('0', provider, { policy: { isRequired: true }, domain: 'zero.example' });
  await expect(announceAll(new Date())).resolves.toBeUndefined();
});

it('checks the domains of other partners while the name servers of one do not respond', async () => {
  await turnOn('1', provider, { domain: 'silent.example' });
  await turnOn('2', provider, { domain: 'gone.example' });
  let end = (): void => undefined;
  const silence = new Promise<string[][]>((_, reject) => (end = () => reject(new Error('no response'))));
  const missing = Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
  const resolve = vi
    .spyOn(Resolver.prototype, 'resolveTxt')
    .mockImplementation((name) => (name.includes('silent') ? silence : Promise.reject(missing)));
  const cancel = vi.spyOn(Resolver.prototype, 'cancel').mockImplementation(() => end());
  vi.stubEnv('STAGE', 'test');
  const ended = new AbortController();
  const restore = playTimeAndChance({ endAfter: () => ended.signal });
  onTestFinished(() => {
    restore();
    vi.unstubAllEnvs();
    for (const spy of [resolve, cancel]) spy.mockRestore();
  });
  const checked = announceAll(new Date('2026-12-11T18:00:00Z'));
  const missingSince = async (partnerId: string) => (await loadSignOn(partnerId)).domains[0]?.missingSince;
  await vi.waitFor(async () => expect(await missingSince('2')).toBe('2026-12-11'));
  ended.abort();
  await checked;
  expect(cancel).toHaveBeenCalledOnce();
  expect(await missingSince('1')).toBeUndefined();
});

describe('the TXT record of a proven domain', () => {
  const domain = 'lapsed.example';
  const domainParams = (partnerID: string) => ({ params: { partnerID, domain } });
  const stored = async (partnerId: string) =>
    (await loadSignOn(partnerId)).domains.find((each) => each.domain === domain);
  const recordOf = async (partnerId: string): Promise<string> =>
    `wellport-domain=${(await stored(partnerId))?.token}`;
  const add = async (partnerID: string, as: User) => {
    await call(singleSignOn.addDomain, as, { params: { partnerID }, body: { domain } });
    recordsAre({ [`_wellport.${domain}`]: [await recordOf(partnerID)] });
    return call(singleSignOn.proveDomain, as, domainParams(partnerID));
  };
  const warnings = async () =>
    (await emailsTo(second.email)).filter(({ body }) =>
      body.text.includes(`_wellport.${domain} has been missing`),
    ).length;
  const checkOn = (date: string) => announceAll(new Date(`${date}T18:00:00Z`));

  it('is checked daily, and announced once after three days in a row without it', async () => {
    expect((await add('1', own())).status).toBe(200);
    const record = await recordOf('1');
    for (const [date, values, expected] of [
      ['2026-12-01', [], 0],
      ['2026-12-02', [], 0],
      ['2026-12-03', [record], 0],
      ['2026-12-04', [], 0],
      ['2026-12-05', [], 0],
      ['2026-12-06', [], 1],
      ['2026-12-07', [], 1],
    ] as const) {
      recordsAre({ [`_wellport.${domain}`]: [...values] });
      await checkOn(date);
      expect([date, await warnings()]).toEqual([date, expected]);
    }
    expect((await stored('1'))?.provenAt).not.toBeNull();
    const listed = (await settings()).body.domains.find((each: { domain: string }) => each.domain === domain);
    expect(listed.missingSince).toBe('2026-12-04');
  });

  it('of another partner replaces the proof only while the first one is missing', async () => {
    const manager = world.other.manager;
    await call(singleSignOn.addDomain, manager, { params: { partnerID: '2' }, body: { domain } });
    const records = [await recordOf('1'), await recordOf('2')];
    const prove = () => call(singleSignOn.proveDomain, manager, domainParams('2'));
    recordsAre({ [`_wellport.${domain}`]: records });
    await announceAll(new Date());
    expect((await prove()).status).toBe(409);
    recordsAre({ [`_wellport.${domain}`]: records.slice(1) });
    await announceAll(new Date());
    expect((await prove()).status).toBe(409);
    recordsAre({ [`_wellport.${domain}`]: records });
    await announceAll(new Date());
    recordsAre({ [`_wellport.${domain}`]: records.slice(1) });
    await announceAll(new Date(Date.now() - 2 * 86_400_000));
    recordsAre({ [`_wellport.${domain}`]: records });
    expect((await prove()).status).toBe(409);
    recordsAre({ [`_wellport.${domain}`]: records.slice(1) });
    expect((await prove()).status).toBe(200);
    expect([(await stored('1'))?.provenAt, (await stored('2'))?.provenAt]).toEqual([
      null,
      expect.any(String),
    ]);
    expect((await emailsTo(second.email)).at(-1)?.body.text).toContain(
      'no longer reach your identity provider',
    );
  });
});
