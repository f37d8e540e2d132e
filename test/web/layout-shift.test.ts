import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from './portal.ts';

const portal = usePortal();
const world = useWorld();

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

/** Holds requests until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Positions of the parts of the frame in the window; their heights depend on the page. */
const positions = (page: Page) =>
  page.evaluate(() =>
    ['.cookie-question', '.shell-header', '.sidebar', 'main', '.shell-footer'].map((part) => {
      const { x = 0, y = 0, width = 0 } = document.querySelector(part)?.getBoundingClientRect() ?? {};
      return y < innerHeight ? [part, x, y, width] : [part, 'below'];
    }),
  );

it('the frame of each user has its positions before the routes and the session are loaded', async () => {
  const users = [
    {
      path: '/admin/partners/list',
      title: 'Partners',
      user: await createUser({ role: 'systemAdmin' }),
      routes: 'routes',
    },
    {
      path: '/partnermanager/profile/devices',
      title: 'Devices',
      user: await createUser({ role: 'partnerManager', partnerId: world.own.partner.id }),
      routes: 'user-areas',
    },
  ];
  for (const viewport of sizes)
    for (const { path, title, user, routes } of users) {
      const page = await portal.visitAs(user.email, path, { viewport });
      await heading(page, title).waitFor();
      const loaded = await positions(page);
      for (const held of [`**/assets/${routes}-*.js`, '**/api/user/me']) {
        const release = await hold(page, held);
        await page.reload();
        await page.getByText('Loading…').waitFor();
        expect([held, await positions(page)]).toEqual([held, loaded]);
        expect(await page.title()).not.toContain('Home');
        release();
        await heading(page, title).waitFor();
      }
      await page.context().close();
    }
});

it.each([
  {
    role: 'systemAdmin',
    path: '/admin/profile/security',
    held: 'user/passkeys',
    above: 'Passkeys',
    below: 'Password',
  },
  {
    role: 'facilityManager',
    path: '/facilitymanager/dashboard',
    held: 'approvals',
    above: 'To do',
    below: 'Vouchers',
  },
] as const)(
  'content below a part of unknown height appears with it: $path',
  async ({ role, path, held, above, below }) => {
    const { email } = await createUser({
      role,
      ...(role === 'facilityManager' && { facilityId: world.facility.id }),
    });
    const page = await portal.visitAs(email, path);
    await heading(page, below).waitFor();
    const release = await hold(page, `**/api/${held}`);
    await page.reload();
    await heading(page, above).waitFor();
    const later = page.locator('h2', { hasText: new RegExp(`^${below}$`) });
    await later.waitFor({ state: 'attached' });
    expect(await later.isVisible()).toBe(false);
    release();
    await later.waitFor();
    await page.context().close();
  },
);

it('lists urgent tasks of the months only together with the other tasks', async () => {
  const { email } = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(email, '/admin/approvals');
  await heading(page, 'Approvals').waitFor();
  const release = await hold(page, '**/api/periods/months');
  const tasks = page.waitForResponse('**/api/approvals');
  await page.goto(`${portal.address}/admin/months`);
  await (await tasks).finished();
  await page.locator('h2', { hasText: 'Months' }).waitFor({ state: 'attached' });
  const card = page.getByRole('region', { name: 'To do' });
  await card.getByRole('status', { name: 'Loading' }).waitFor();
  release();
  await card.getByText(/Nothing/).waitFor();
  await page.context().close();
});

it('the code of an area loads beside the entry', async () => {
  const user = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
  const page = await portal.visitAs(user.email, '/partnermanager/profile/devices');
  const isRequested = page.waitForRequest(/\/assets\/user-areas-/);
  await page.route(/\/assets\/index-.*js$/, async (route) => {
    await isRequested;
    await route.continue();
  });
  await page.reload();
  await heading(page, 'Devices').waitFor();
});
