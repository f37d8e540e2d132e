import { beforeAll, expect, it } from 'vitest';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from './portal.ts';

const portal = usePortal();
beforeAll(async () => {
  await makeWorld();
}, 180_000);

it.each([
  ['a visitor', undefined, '/guest/home', '/guest/aboutus', 'A harbor for healthy habits'],
  ['an administrator', 'systemAdmin', '/admin/partners/list', '/admin/bankfiles/treasury', 'Treasury'],
] as const)(
  'shows %s a failed page while offline, and loads it on retry when online',
  async (_, role, from, to, title) => {
    const page = role
      ? await portal.visitAs((await createUser({ role })).email, from)
      : await portal.visit(from);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.evaluate((address) => {
      window.history.pushState(null, '', address);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, to);
    const failed = page.getByRole('alert').filter({ hasText: "This page didn't load" });
    await failed.waitFor();
    await failed.getByText('Check your connection and try again.').waitFor();
    expect(await page.getByText('Unexpected Application Error').count()).toBe(0);
    expect(await page.getByRole('banner').count()).toBe(1);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.getByRole('button', { name: 'Try again' }).waitFor();
    await page.context().setOffline(false);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(to);
    await page.context().close();
  },
);
