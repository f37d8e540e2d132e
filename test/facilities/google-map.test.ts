import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { googleFake } from './google-fake.ts';
import { clubNames, find, type LocatorSite, openLocator } from './locator-site.ts';

let site: LocatorSite;
beforeAll(async () => {
  site = await openLocator();
});
afterAll(() => site?.portal.close());

const script = 'https://maps.googleapis.com/**';
const fulfil = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body });

async function withKey(
  answer: (route: Route) => Promise<unknown>,
  map: { key: string; mapId?: string } = { key: 'a-key', mapId: 'a-map' },
): Promise<{ page: Page; asked: URL[]; errors: string[] }> {
  const requested: URL[] = [];
  const errors: string[] = [];
  const page = await site.visit({
    prepare: async (page) => {
      // the clock runs normally until the test advances it
      await page.clock.install();
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.route('**/config.json', async (route) => {
        const config: object = await (await route.fetch()).json();
        await route.fulfill({ json: { ...config, map } });
      });
      await page.route(script, async (route) => {
        requested.push(new URL(route.request().url()));
        await answer(route);
      });
    },
  });
  return { page, asked: requested, errors };
}

const google = (page: Page) => page.locator('[data-fake=google]');
const builtIn = (page: Page) => page.locator('.leaflet-container');

async function fellBack(page: Page): Promise<void> {
  await builtIn(page).waitFor();
  expect(await google(page).count()).toBe(0);
  await find(page, 'duluth', 'Duluth, MN');
  await expect.poll(() => clubNames(page)).toContain('Alder Fitness Duluth');
  await page.locator('.leaflet-marker-icon').first().waitFor();
}

it('shows the clubs on Google’s map with a key and a map ID, and updates the list', async () => {
  const { page, asked: requested, errors } = await withKey(fulfil(googleFake));
  await google(page).waitFor();
  expect(await google(page).getAttribute('data-map-id')).toBe('a-map');
  const cluster = page.getByRole('button', { name: /clubs, zoom in$/ }).first();
  await cluster.waitFor();
  expect(await builtIn(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await page.getByRole('button', { name: 'Show the whole country' }).click();
  await page.getByText('Search for a place to list its clubs').waitFor();

  await page.getByRole('combobox', { name: 'Club, city or ZIP code' }).fill('411 west');
  await page.getByRole('option', { name: /^411 W 1st St, Duluth, MN/ }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('near')).toBe('411 W 1st St, Duluth, MN');
  expect(await page.evaluate(() => Reflect.get(window, 'googleAsked'))).toContainEqual(['411 west', 'us']);
  // a street address is shown closely; nothing is there, so that the map moves to the nearest club once
  await expect.poll(() => clubNames(page)).toEqual(['Twin Gym', 'Twin Yoga']);
  await page.locator('fake-marker[aria-label="2 clubs at one place"]').dispatchEvent('click');
  await page.getByRole('button', { name: 'Twin Gym', exact: true }).click();
  await page.getByRole('link', { name: 'Enroll in facility' }).waitFor();
  expect(requested.map(({ searchParams }) => searchParams.get('key'))).toEqual(['a-key']);
  expect(errors).toEqual([]);
  await page.context().close();
});

it.each([
  ['is blocked', (route: Route) => route.abort('blockedbyclient')],
  ['loads and never calls back', fulfil('window.loadedInVain = true;')],
])('shows the built-in map when Google’s script %s, and requests the script once', async (_, answer) => {
  const { page, asked: requested } = await withKey(answer);
  await expect
    .poll(async () => {
      await page.clock.fastForward(2_000);
      return builtIn(page).count();
    })
    .toBe(1);
  await fellBack(page);
  expect(requested).toHaveLength(1);
  await page.context().close();
});

it('shows the built-in map when Google refuses the key, also after its map was shown', async () => {
  const { page, asked: requested, errors } = await withKey(fulfil(googleFake));
  await google(page).waitFor();
  await page
    .getByRole('button', { name: /clubs, zoom in$/ })
    .first()
    .waitFor();
  await page.evaluate('window.gm_authFailure()');
  await fellBack(page);
  // another visit of the page does not retry
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.getByRole('link', { name: 'Find Facility' }).first().click();
  await builtIn(page).waitFor();
  expect(requested).toHaveLength(1);
  expect(errors).toEqual([]);
  await page.context().close();
});

it('requests nothing from Google with a key alone: its markers need a map ID', async () => {
  const { page, asked: requested } = await withKey(fulfil(googleFake), { key: 'a-key' });
  await fellBack(page);
  expect(requested).toEqual([]);
  await page.context().close();
});
