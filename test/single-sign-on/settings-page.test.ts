import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { expectAccessible } from '../support/axe.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

// The endpoints that depend on a provider are replaced by responses of the contract.

const widths = [390, 744, 1366];
const path = '/partnermanager/singlesignon';
const portal = usePortal();
const world = useWorld();
let manager: User;
beforeAll(async () => {
  manager = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
});

const policy = {
  isRequired: false,
  breakGlassUserIds: [],
  stepUpAtProvider: false,
  sessionHours: null,
  idleMinutes: null,
  canRequestEnrollment: true,
};
const oidc = {
  protocol: 'oidc',
  issuer: 'https://login.tern.example/v2.0',
  clientId: '0b6f1a2c-wellport',
  metadataAddress: null,
  certificates: [],
  secretExpiresOn: '2027-01-31',
  policy,
};
const draft = {
  ...oidc,
  savedByName: 'Ann Lund',
  savedAt: '2026-11-27T18:00:00.000Z',
  isTried: false,
  canConfirm: false,
};
const saml = {
  ...oidc,
  protocol: 'saml',
  clientId: null,
  metadataAddress: 'https://login.tern.example/metadata',
  certificates: [{ subject: 'CN=Tern signing 2025', expiresAt: '2026-12-31' }],
  secretExpiresOn: null,
  policy: { ...policy, isRequired: true, breakGlassUserIds: ['u1', 'u2'], sessionHours: 12, idleMinutes: 30 },
};
const api = 'https://wellport.test/api/single-sign-on';
const empty = {
  partnerName: 'Tern',
  active: null,
  draft: null,
  domains: [],
  lacksPasswords: false,
  portal: {
    redirectAddress: 'https://wellport.test/login/company',
    logoutAddress: `${api}/logout/1`,
    samlEntityId: `${api}/saml/1/metadata`,
    samlAddress: `${api}/saml/1`,
    samlMetadataAddress: `${api}/saml/1/metadata`,
  },
  managers: [
    { userId: 'u1', fullName: 'Ann Lund' },
    { userId: 'u2', fullName: 'Bo Park' },
  ],
  events: [],
  version: 3,
};
const domains = [
  {
    domain: 'tern.example',
    recordName: '_wellport.tern.example',
    recordValue: 'wellport-domain=9f2c',
    provenAt: '2026-11-20T18:00:00.000Z',
    missingSince: null,
  },
  {
    domain: 'lost.example',
    recordName: '_wellport.lost.example',
    recordValue: 'wellport-domain=77b0',
    provenAt: '2026-11-20T18:00:00.000Z',
    missingSince: '2026-11-24',
  },
  {
    domain: 'tern.test',
    recordName: '_wellport.tern.test',
    recordValue: 'wellport-domain=41aa',
    provenAt: null,
    missingSince: null,
  },
];
const events = [
  {
    at: '2026-11-27T18:00:00.000Z',
    userName: 'ada@tern.example',
    isFailure: false,
    description: 'Logged in.',
  },
  {
    at: '2026-11-27T17:00:00.000Z',
    userName: 'bo@tern.example',
    isFailure: true,
    description: 'The assertion was signed with a certificate that expired on 11/30/2026.',
  },
];

interface Sent {
  method: string;
  path: string;
  body: unknown;
  proof: string | undefined;
}

/** Replaces the settings of the partner; returns the requests that change them. Each takes the next response. */
async function replaceSettings(
  page: Page,
  settings: object,
  responses: [status: number, json: object][] = [],
) {
  const sent: Sent[] = [];
  await page.unroute(/\/api\/partners\/[^/]+\/single-sign-on/);
  await page.route(/\/api\/partners\/[^/]+\/single-sign-on/, async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fulfill({ json: settings });
    sent.push({
      method: request.method(),
      path: new URL(request.url()).pathname.replace(/.*single-sign-on/, ''),
      body: request.postDataJSON(),
      proof: request.headers()['x-step-up-proof'],
    });
    const [status, json] = responses.shift() ?? [200, { success: true, message: 'Done.' }];
    return route.fulfill({ status, json });
  });
  return sent;
}

async function open(settings: object): Promise<Page> {
  const page = await portal.visitAs(manager.email, '/partnermanager/activity');
  await replaceSettings(page, settings);
  await page.goto(portal.address + path);
  await page.getByRole('heading', { name: 'Single sign-on', level: 1 }).waitFor();
  return page;
}

it('sets up a provider, keeps the input after an error, and requires two managers with passwords', async () => {
  const page = await open(empty);
  await page.getByText('Single sign-on is off').waitFor();
  await page.getByText('No domains yet').waitFor();
  await page.getByText('No log-ins yet').waitFor();
  await expectAccessible(page, widths);
  await page.getByRole('button', { name: 'Set up single sign-on' }).click();
  const field = (name: string) => page.getByRole('textbox', { name });
  await field('Issuer').fill('login.tern.example');
  await field('Client ID').fill('0b6f1a2c-wellport');
  await field('Client secret').fill('-----BEGIN PRIVATE KEY-----\nMIIE');
  await page.getByRole('checkbox', { name: /^Require single sign-on/ }).check();
  await page.getByText('If your provider fails').waitFor();
  const choose = (name: string, label: string) =>
    page.getByRole('combobox', { name }).selectOption({ label });
  await choose('First manager with a password', 'Ann Lund');
  await choose('Second manager with a password', 'Ann Lund');
  await page.getByRole('button', { name: 'Save change' }).click();
  await page.getByText('Issuer must begin with https://.').waitFor();
  await page.getByText('Select two different managers').waitFor();
  await expectAccessible(page, widths);
  await field('Issuer').fill('https://login.tern.example/v2.0');
  await choose('Second manager with a password', 'Bo Park');
  await field('Minutes without use').fill('30');
  await field('Authentication class').fill('two factors');
  await page.getByRole('button', { name: 'Save change' }).click();
  await page.getByText('Enter one class, without spaces.').waitFor();
  await field('Authentication class').fill('urn:two-factors');
  await page.getByText('Require the authentication class at each log-in').click();
  const message = 'Issuer does not respond.';
  const sent = await replaceSettings(page, { ...empty, draft }, [
    [422, { success: false, message, fields: { 'provider.issuer': message } }],
  ]);
  await page.getByRole('button', { name: 'Save change' }).click();
  await page.getByText(message).waitFor();
  expect(await field('Client secret').inputValue()).toContain('MIIE');
  await page.getByRole('button', { name: 'Save change' }).click();
  await page.getByText('Waiting for a trial').waitFor();
  expect(sent[1]).toMatchObject({
    method: 'PUT',
    body: {
      provider: {
        protocol: 'oidc',
        clientSecret: '-----BEGIN PRIVATE KEY-----\nMIIE',
        secretExpiresOn: null,
      },
      policy: {
        isRequired: true,
        breakGlassUserIds: ['u1', 'u2'],
        contextClass: 'urn:two-factors',
        requiresClassAtLogIn: true,
        sessionHours: null,
        idleMinutes: 30,
      },
      version: 3,
    },
  });
  await page.context().close();
});

it('sends the metadata of a file, beside the provider in effect', async () => {
  const page = await open({ ...empty, active: saml, domains, events });
  await page.getByText('CN=Tern signing 2025, expires on 12/31/2026').waitFor();
  await page.getByText('Ann Lund, Bo Park').waitFor();
  await expectAccessible(page, widths);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByText('Until then, the current provider stays in effect.').waitFor();
  await page.getByRole('textbox', { name: 'Metadata address' }).fill('');
  await page.locator('input[type=file]').setInputFiles({
    name: 'metadata.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from('<EntityDescriptor/>'),
  });
  await expectAccessible(page, widths);
  const sent = await replaceSettings(page, empty);
  await page.getByRole('button', { name: 'Save change' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({
    provider: { protocol: 'saml', metadata: '<EntityDescriptor/>' },
    policy: { breakGlassUserIds: ['u1', 'u2'], sessionHours: 12, idleMinutes: 30 },
  });
  await page.context().close();
});

it('tries a change, returns with every claim, and a second person confirms it', async () => {
  const page = await open({ ...empty, draft });
  await page.getByRole('button', { name: 'Try it' }).waitFor();
  expect(await page.getByRole('button', { name: 'Confirm change' }).count()).toBe(0);
  const returned = `${portal.address}/login/company?state=own.s&code=c`;
  const sent = await replaceSettings(page, { ...empty, draft: { ...draft, isTried: true } }, [
    [200, { address: returned }],
  ]);
  await page.route('**/api/user/single-sign-on/complete', (route) =>
    route.fulfill({
      json: {
        result: 'trial',
        partnerID: world.own.partner.id,
        claims: [
          { name: 'sub', value: 'a1'.repeat(60) },
          { name: 'email', value: 'ada@tern.example' },
        ],
        effect: 'Ada Okafor would log in.',
        problems: ['The provider did not verify the email.'],
      },
    }),
  );
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('Ada Okafor would log in.').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  await page.getByRole('cell', { name: 'ada@tern.example' }).waitFor();
  await page.getByText('Another manager with full access').waitFor();
  expect(sent).toMatchObject([{ path: '/try', body: { binding: expect.stringMatching(/^[0-9a-f]{64}$/) } }]);
  await expectAccessible(page, widths);
  await replaceSettings(page, { ...empty, draft: { ...draft, isTried: true, canConfirm: true } });
  await page.reload();
  await page.getByRole('button', { name: 'Confirm change' }).waitFor();
  const confirmed = await replaceSettings(page, { ...empty, active: oidc });
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await page.getByText('On', { exact: true }).waitFor();
  expect(confirmed).toMatchObject([{ path: '/confirm', body: { version: 3 } }]);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off single sign-on' }).click();
  await expect.poll(() => confirmed.at(-1)).toMatchObject({ method: 'DELETE', path: '' });
  await page.context().close();
});

it('adds, proves, and removes domains', async () => {
  const page = await open({ ...empty, domains });
  const waiting = page.getByRole('region', { name: 'tern.test' });
  await waiting.getByText('_wellport.tern.test').waitFor();
  expect(await page.getByRole('region', { name: 'tern.example' }).getByText('TXT').count()).toBe(0);
  const sent = await replaceSettings(page, { ...empty, domains });
  await waiting.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Done.').waitFor();
  await waiting.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove domain' }).click();
  await page.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByText('Enter a domain, such as example.com.').waitFor();
  await page.getByRole('textbox', { name: 'Domain' }).fill('Tern.Example');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect.poll(() => sent.length).toBe(3);
  expect(sent).toMatchObject([
    { method: 'POST', path: '/domains/tern.test/prove' },
    { method: 'DELETE', path: '/domains/tern.test' },
    { method: 'POST', path: '/domains', body: { domain: expect.stringMatching(/^tern\.example$/i) } },
  ]);
  await page.context().close();
});

it('confirms a sensitive action in a window at the provider, without losing the page', async () => {
  const page = await open({ ...empty, domains });
  await page.context().route('**/api/user/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), stepUpProviderName: 'Tern' } });
  });
  await page.reload();
  const bodies: unknown[] = [];
  await page.context().route('**/api/user/stepUp/provider', async (route) => {
    bodies.push(route.request().postDataJSON());
    await route.fulfill({ json: { address: `${portal.address}/login/company?state=own.s&code=c` } });
  });
  await page
    .context()
    .route('**/api/user/single-sign-on/complete', (route) =>
      route.fulfill({ json: { result: 'proof', proof: 'proof-1' } }),
    );
  await page.getByRole('textbox', { name: 'Domain' }).fill('tern.dev');
  const sent = await replaceSettings(page, { ...empty, domains }, [
    [428, { message: 'Confirm that it is you.' }],
  ]);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Confirm at Tern' }).waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await expectAccessible(page, widths);
  await dialog.getByRole('button', { name: 'Confirm at Tern' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ path: '/domains', body: { domain: 'tern.dev' }, proof: 'proof-1' });
  expect(bodies).toMatchObject([{ action: expect.stringMatching(/^single-sign-on\.addDomain/) }]);
  await expect.poll(() => page.context().pages().length).toBe(1);
  await page.context().close();
});

it('warns of missing records of domains and of missing managers with a password', async () => {
  const page = await portal.visitAs(manager.email, '/partnermanager/dashboard');
  await replaceSettings(page, { ...empty, active: saml, domains, lacksPasswords: true });
  await page.goto(`${portal.address}${path}`);
  await page.getByText('Fewer than two managers have a password.').waitFor();
  const lost = page.getByRole('region', { name: 'lost.example' });
  await lost.getByText('Record missing since 11/24/2026').waitFor();
  await lost.getByText('wellport-domain=77b0').waitFor();
  await lost.getByRole('button', { name: 'Check now' }).waitFor();
  await expectAccessible(page, widths);
  await page.context().close();
});
