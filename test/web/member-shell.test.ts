import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { useWorld, signedAgreementOf, someMember } from '../support/world.ts';
import { createUser, password } from '../users/person.ts';
import { usePortal } from './portal.ts';
import { storedLogin } from './stored-login.ts';
import { tokenStorageKey } from '../../web/app/token-storage.ts';

const home = '/member/dashboard/home';
const portal = usePortal();
const world = useWorld();
let member: User;

beforeAll(async () => {
  const { id: partnerId } = world.own.partner;
  const suspended = someMember('SUSPENDED-1', partnerId, {
    invitationStatus: 5,
    agreement: signedAgreementOf('SUSPENDED-1'),
    facilityId: world.facility.id,
    facilityName: world.facility.name,
  });
  await transact(...memberChange(null, suspended));
  member = await createUser({
    memberIds: [suspended.id, world.other.member.id],
    memberPartnerIds: [partnerId, world.other.partner.id],
  });
});

const notice = (page: Page) => page.getByText('Action required: update withdrawal billing info');
const openMenu = (page: Page) => page.locator('.account-button').click();

describe('a member with two partners', () => {
  it('sees a notice on every page that one partner is suspended, until the other is selected', async () => {
    const page = await portal.visitAs(member.email, home);
    await notice(page).waitFor();
    const link = notice(page).getByRole('link', { name: 'update withdrawal billing info' });
    expect(await link.getAttribute('href')).toBe('/member/account/billing');
    await page.goto(`${portal.address}/member/profile/general`);
    await notice(page).waitFor();

    // the selection is necessary for the session, so a refusal of preferences does not delete it
    const cookies = page.getByRole('region', { name: 'Cookies' });
    await cookies.getByRole('button', { name: 'Only necessary' }).click();
    await openMenu(page);
    const groups = page.getByRole('group', { name: 'Member group' });
    expect(await groups.getByRole('radio').count()).toBe(2);
    await groups.getByRole('radio', { name: world.other.partner.name }).check();
    await notice(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'General Info' }).waitFor();
    await openMenu(page);
    expect(await groups.getByRole('radio', { name: world.other.partner.name }).isChecked()).toBe(true);
    expect(await notice(page).count()).toBe(0);

    // home names the membership that it displays, and opens the others
    await page.goto(portal.address + home);
    await page.getByText(`This page displays your membership of ${world.other.partner.name}.`).waitFor();
    await page.getByRole('button', { name: `Show ${world.own.partner.name}` }).click();
    await notice(page).waitFor();
    await page.getByRole('button', { name: `Show ${world.other.partner.name}` }).waitFor();

    // a link selects the membership that it names, also for the next pages, until another is selected
    await page.goto(`${portal.address}${home}?member=${world.other.member.id}`);
    await page.getByText(`This page displays your membership of ${world.other.partner.name}.`).waitFor();
    await page.goto(portal.address + home);
    await page.getByRole('button', { name: `Show ${world.own.partner.name}` }).waitFor();
    await page.goto(`${portal.address}${home}?member=${world.other.member.id}`);
    await page.getByRole('button', { name: `Show ${world.own.partner.name}` }).click();
    await notice(page).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.context().close();
  });
});

it('redirects a facility manager only to a configured dashboard', async () => {
  const manager = await createUser({ role: 'facilityManager', facilityId: world.facility.id });
  const page = await portal.visitAs(manager.email, '/facilitymanager');
  await page.getByRole('heading', { level: 1, name: world.facility.name }).waitFor();
  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...config, links: { facilityDashboard: '/local/elsewhere/requestDemo' } },
    });
  });
  await page.goto(`${portal.address}/facilitymanager`);
  await page.waitForURL('**/local/elsewhere/requestDemo');
  await page.context().close();
});

describe('the first data of a home', () => {
  const addresses = /\/api\/(user\/me|profile\/facilityInfo)/;

  /** Opens the home of which the code does not arrive until it is allowed; returns the requests with their tokens. */
  async function openWithoutCode(email: string) {
    const storageState = await storedLogin(portal.address, email, password);
    const page = await portal.visit('/favicon.svg', { storageState });
    const { promise, resolve: allow } = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await promise;
      await route.continue();
    });
    const requests: { path: string; token: string | undefined }[] = [];
    page.on('request', (request) => {
      const path = addresses.exec(request.url())?.[1];
      if (path) requests.push({ path, token: request.headers().authorization });
    });
    await page.goto(portal.address + home, { waitUntil: 'commit' });
    return { page, allow, requests };
  }

  const store = (page: Page, value: unknown) =>
    page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      tokenStorageKey,
      JSON.stringify(value),
    ] as const);
  const stored = (page: Page) =>
    page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), tokenStorageKey);
  const welcome = (page: Page, { firstName }: User) =>
    page.getByRole('heading', { level: 1, name: `Welcome, ${firstName}` }).waitFor();

  const single = (firstName: string) =>
    createUser({
      firstName,
      memberIds: [world.own.member.id],
      memberPartnerIds: [world.own.partner.id],
    });

  it('is requested beside the code, once', async () => {
    const user = await single('Una');
    const { page, allow, requests } = await openWithoutCode(user.email);
    await expect.poll(() => requests.map(({ path }) => path)).toEqual(['user/me', 'profile/facilityInfo']);
    allow();
    await welcome(page, user);
    await page.getByRole('heading', { name: 'Group membership' }).waitFor();
    expect(requests).toHaveLength(2);
    await page.context().close();
  });

  it('is not shown to another user who logged in before the code arrived', async () => {
    const [first, second] = [await single('Una'), await single('Duo')];
    const { page, allow, requests } = await openWithoutCode(first.email);
    await expect.poll(() => requests.length).toBe(2);
    const other = await portal.visit('/favicon.svg', {
      storageState: await storedLogin(portal.address, second.email, password),
    });
    await other.goto(portal.address);
    await store(page, await stored(other));
    await other.context().close();
    allow();
    await welcome(page, second);
    await page.getByRole('heading', { name: 'Group membership' }).waitFor();
    expect(new Set(requests.slice(2).map(({ token }) => token))).toEqual(
      new Set([`Bearer ${(await stored(page)).accessToken}`]),
    );
    expect(requests[2]?.token).not.toBe(requests[0]?.token);
    await page.context().close();
  });

  it('is not used after the log-out in another tab', async () => {
    const user = await single('Una');
    const { page, allow, requests } = await openWithoutCode(user.email);
    await expect.poll(() => requests.length).toBe(2);
    await page.evaluate((key) => localStorage.removeItem(key), tokenStorageKey);
    allow();
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    expect(await page.getByText('Una').count()).toBe(0);
    await page.context().close();
  });

  it('is not requested with an expired token', async () => {
    const user = await single('Una');
    const { page, allow, requests } = await openWithoutCode(user.email);
    await expect.poll(() => requests.length).toBe(2);
    const tokens = await stored(page);
    await store(page, { ...tokens, expiresAt: 0 });
    allow();
    await page.goto('about:blank');
    requests.length = 0;
    await page.goto(portal.address + home);
    await welcome(page, user);
    expect(requests[0]?.token).not.toBe(`Bearer ${tokens.accessToken}`);
    await page.context().close();
  });
});
