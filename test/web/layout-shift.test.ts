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

/** Positions of the parts of the frame in the window, whose heights depend on the page. */
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
