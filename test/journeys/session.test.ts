import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { endSessions } from '../../functions/users/end-sessions.ts';
import { users } from '../../shared/contracts/users.ts';
import { makeWorld, type World } from '../support/world.ts';
import { asStored, createUser } from '../users/person.ts';
import { openPortal, type Portal, signIn } from '../web/portal.ts';

let portal: Portal;
let world: World;
const people: Record<string, User> = {};

beforeAll(async () => {
  world = await makeWorld();
  people.admin = await createUser({ role: 'systemAdmin', firstName: 'Ada', lastName: 'Okafor' });
  people.manager = await createUser({ role: 'partnerManager', partnerId: '1' });
  people.member = await createUser({ memberIds: [world.own.member.id], memberPartnerIds: ['1'] });
  people.club = await createUser({ role: 'facilityManager', facilityId: world.facility.id });
  portal = await openPortal();
});
afterAll(() => portal?.close());

const emailOf = (role: string) => people[role]?.email ?? '';
const pathOf = (page: Page) => new URL(page.url()).pathname;
const popup = (page: Page) => page.getByRole('dialog', { name: 'Log in' });
const isGuest = (page: Page) =>
  page.locator('.shell-header').getByRole('button', { name: 'Log in' }).waitFor();

const storedToken = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { accessToken } = JSON.parse(localStorage.getItem('wellport:tokens') ?? '{}');
    return String(accessToken);
  });

function addressesOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('framenavigated', () => seen.push(page.url()));
  return seen;
}

async function logOut(page: Page) {
  await page.locator('.account-button').click();
  await page.getByRole('button', { name: 'Log out' }).click();
}

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } };
const areas: [string, string, BrowserContextOptions | undefined][] = [
  ['admin', '/partnerowner/partners/1/partnerInfo/general', phone],
  ['member', '/member/profile/changepassword', phone],
  ['club', `/facilitymanager/members/M11/legalcontract`, undefined],
];

it.each(areas)(
  'logging out as %s at %s ends on the public page, even with slow responses',
  async (role, path, size) => {
    const page = await portal.visitAs(emailOf(role), path, size);
    await expect.poll(() => pathOf(page)).toBe(path);
    await page.locator('main h1:not([data-stand-in])').first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.route('**/*', async (route) => {
      await new Promise((wake) => setTimeout(wake, 150));
      await route.continue().catch(() => {});
    });
    const seen = addressesOf(page);
    await logOut(page);
    await expect.poll(() => pathOf(page), { timeout: 30_000 }).toBe('/');
    await isGuest(page);
    expect(seen.filter((address) => /error=|login=/.test(address))).toEqual([]);
    expect(await popup(page).count()).toBe(0);
    await page.context().close();
  },
);

it('ends the session on the server once, and clears all tabs and their input', async () => {
  const page = await portal.visitAs(emailOf('admin'), '/admin/partners/list');
  const other = await page.context().newPage();
  await other.goto(`${portal.address}/partnerowner/partners/1/partnerInfo/general`);
  await other.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed and secret');
  // the draft of an enrollment, as stored by web/app/draft-storage.ts
  await other.evaluate(() => sessionStorage.setItem('wellport:typed:M1:4100', '{"open":1}'));
  const seen = addressesOf(other);
  const token = await storedToken(page);
  const isCurrent = async () =>
    (await fetch(`${portal.address}/api/user/me`, { headers: { authorization: `Bearer ${token}` } })).ok;
  expect(await isCurrent()).toBe(true);
  const sent: string[] = [];
  page
    .context()
    .on('request', (request) => request.url().endsWith(users.logout.path) && sent.push(request.url()));
  await logOut(page);
  await expect.poll(isCurrent).toBe(false);
  // background tabs can render late
  await other.bringToFront();
  await isGuest(other);
  await expect.poll(() => pathOf(other), { timeout: 60_000 }).toBe('/');
  expect(await other.locator('body').textContent()).not.toContain('Typed and secret');
  expect(await other.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('typed');
  expect(seen.filter((address) => address.includes('error='))).toEqual([]);
  expect(sent).toHaveLength(1);
  expect(await other.evaluate(() => Object.keys(localStorage).join())).not.toContain('tokens');
  await page.context().close();
});

async function clickAfterExpiry(page: Page, button: Locator) {
  await button.click({ timeout: 3000 }).catch(() => {});
  await popup(page).waitFor();
}

const expireSession = async (role: string) => endSessions(await asStored(people[role]?.id ?? ''));

it('an administrator logs in after the session ended, finds all input unchanged, and saves it', async () => {
  const page = await portal.visitAs(emailOf('admin'), '/partnerowner/partners/1/partnerInfo/general');
  const industry = page.getByRole('textbox', { name: 'Industry' });
  await industry.fill('Shipping');
  await page.waitForLoadState('networkidle');
  await expireSession('admin');
  await clickAfterExpiry(page, page.getByRole('button', { name: 'Save' }));
  await signIn(page, emailOf('admin'));
  await popup(page).waitFor({ state: 'detached' });
  expect(await page.getByText('Page not found').count()).toBe(0);
  expect(await industry.inputValue()).toBe('Shipping');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.toasts').getByText(/saved/i).waitFor();
  await page.reload();
  await expect.poll(() => industry.inputValue()).toBe('Shipping');
  await page.context().close();
});

it('exchanges an expired token once for all requests, and stays logged in', async () => {
  const page = await portal.visitAs(emailOf('manager'), '/partnermanager');
  await page.waitForLoadState('networkidle');
  const before = await storedToken(page);
  await page.evaluate(() => {
    const tokens = JSON.parse(localStorage.getItem('wellport:tokens') ?? '{}');
    localStorage.setItem('wellport:tokens', JSON.stringify({ ...tokens, expiresAt: 0 }));
  });
  const exchanged: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith(users.refreshSession.path)) exchanged.push(response.status());
  });
  await page.reload();
  await page.locator('.account-button').waitFor();
  await page.waitForLoadState('networkidle');
  expect(exchanged).toEqual([200]);
  expect(await storedToken(page)).not.toBe(before);
  expect(await popup(page).count()).toBe(0);
  await page.context().close();
});

it('shows nothing of the input to another user who logs in', async () => {
  const page = await portal.visitAs(emailOf('admin'), '/partnerowner/partners/1/partnerInfo/general');
  await page.getByRole('textbox', { name: 'Industry' }).fill('Typed and secret');
  await page.evaluate(() => sessionStorage.setItem('wellport:typed:M1:4100', '{"open":1}'));
  await page.waitForLoadState('networkidle');
  await expireSession('admin');
  await clickAfterExpiry(page, page.getByRole('button', { name: 'Save' }));
  const second = await createUser({ role: 'systemAdmin' });
  await signIn(page, second.email);
  await popup(page).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Industry' }).inputValue())
    .not.toBe('Typed and secret');
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('typed');
  await page.context().close();
});

it('shows only the error for a wrong password, without an earlier message or a request ID', async () => {
  const page = await portal.visit('/admin/partners/list');
  await popup(page).getByText('You are not authorized').waitFor();
  await signIn(page, emailOf('admin'), 'Wrong12345');
  await popup(page)
    .getByText(/not right|Incorrect/)
    .waitFor();
  const text = await popup(page).textContent();
  expect(text).not.toContain('You are not authorized');
  expect(text).not.toContain('Request ID');
  await page.context().close();
});

it('redirects a parent address to its first page that is visible to the user', async () => {
  const unenrolled = await createUser({ memberIds: [world.own.waiting.id], memberPartnerIds: ['1'] });
  for (const [email, path, expected] of [
    [unenrolled.email, '/member/profile', /^\/member\/profile\/general$|^\/member\/profile\/changepassword$/],
    [emailOf('admin'), '/admin', /^\/admin\/months$/],
    [
      emailOf('admin'),
      '/partnerowner/partners/1/partnerInfo',
      /^\/partnerowner\/partners\/1\/partnerInfo\/general$/,
    ],
    [emailOf('manager'), '/partnermanager', /^\/partnermanager\/\w+/],
  ] as const) {
    const page = await portal.visitAs(email, path);
    await expect.poll(() => pathOf(page)).toMatch(expected);
    await page.locator('main h1:not([data-stand-in])').first().waitFor();
    expect(await page.getByText('Page not found').count()).toBe(0);
    await page.context().close();
  }
});

it('explains a redirect to the partners list', async () => {
  const page = await portal.visitAs(emailOf('admin'), '/partnerowner/partners/987654/dashboard');
  await expect.poll(() => pathOf(page)).toBe('/admin/partners/list');
  await page
    .locator('.message-bar')
    .getByText('Partner not found. Select a partner from the list.')
    .waitFor();
  await page.context().close();
});

async function delayMe(page: Page): Promise<{ received: Promise<void>; release: () => void }> {
  const received = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  await page.route(
    '**/api/user/me',
    async (route) => {
      const response = await route.fetch();
      received.resolve();
      await go.promise;
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  return { received: received.promise, release: go.resolve };
}

it.each(['still good', 'over'])(
  'a user who logs in while an old session that is %s is checked stays logged in',
  async (state) => {
    const page = await portal.visitAs(emailOf('manager'), '/');
    if (state === 'over') await expireSession('manager');
    const me = await delayMe(page);
    await page.goto(`${portal.address}/?login=true`);
    await me.received;
    await signIn(page, emailOf('admin'));
    const home = page.getByRole('heading', { name: 'Home', level: 1, exact: true });
    await home.waitFor();
    me.release();
    await page.waitForLoadState('networkidle');
    await home.waitFor();
    await page.reload();
    await home.waitFor();
    expect(await popup(page).count()).toBe(0);
    await page.context().close();
  },
);

it('clears a tab that still checks its session when another tab logs out', async () => {
  const page = await portal.visitAs(emailOf('admin'), '/admin/partners/list');
  const other = await page.context().newPage();
  const me = await delayMe(other);
  await other.goto(`${portal.address}/admin/partners/list`);
  await me.received;
  await logOut(page);
  await isGuest(page);
  me.release();
  await other.bringToFront();
  await isGuest(other);
  expect(await other.locator('.account-button').count()).toBe(0);
  await page.context().close();
});
