import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facilityChange } from '../../functions/facilities/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { provision } from '../../infra/local/provision.ts';
import { startBrowser } from '../support/browser.ts';
import { someFacility } from '../support/builders.ts';
import { openSite, type OpenSite } from './open-site.ts';

let site: OpenSite;
let browser: Browser;
beforeAll(async () => {
  [, site, browser] = await Promise.all([provision(), openSite(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await page.goto(site.address + path);
  await page.locator('#root:not([data-prerendered]) h1:not([data-stand-in])').waitFor();
  return page;
}
const done = (page: Page) => page.context().close();

describe('the home page of a visitor', () => {
  test('loads at most 160 KB of JavaScript, without the code for login or other areas', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const scripts: { url: string; text: string }[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script' || response.url().endsWith('.js'))
        scripts.push({ url: response.url(), text: await response.text() });
    });
    await page.goto(site.address);
    await page.locator('h1:not([data-stand-in])').waitFor();
    await page.waitForLoadState('networkidle');
    expect(scripts.length).toBeGreaterThan(1);
    const bytes = scripts.reduce((sum, { text }) => sum + gzipSync(text).length, 0);
    expect(bytes, scripts.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(160 * 1024);
    for (const { url, text } of scripts) {
      expect(text, url).not.toMatch(/InitiateAuth|USER_SRP_AUTH|fetchAuthSession/);
      // matches the endpoint only, not the path of a page
      expect(text, url).not.toMatch(/(?<!\/admin)\/partners\/list/);
    }
    await context.close();
  });

  test('shows three calls to action and a phone number, from the deployment settings', async () => {
    const page = await visit('/');
    const region = page.getByRole('region', { name: 'Get started' });
    for (const name of ['Request a demo', 'Sign up a facility', 'Activate a key fob'])
      await expect
        .poll(() => region.getByRole('link', { name }).getAttribute('href'))
        .toMatch(/^\/local\/elsewhere\//);
    expect(await region.getByRole('link', { name: '(612) 555-0117' }).getAttribute('href')).toBe(
      'tel:6125550117',
    );
    await done(page);
  });

  test('finds clubs by city or ZIP code, and states which place was not found', async () => {
    await transact(...facilityChange(null, someFacility('4100')));
    const page = await visit('/guest/formembers');
    const finder = page.getByRole('region', { name: 'Find a club near you' });
    const field = finder.getByLabel('City or ZIP code');
    for (const text of ['duluth', '55802']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
      await finder.getByRole('heading', { name: 'Harbor Gym 4100' }).waitFor();
    }
    await finder.locator('.locator-list').getByRole('button', { name: 'Harbor Gym 4100' }).click();
    const steps = finder.locator('.locator-list .club-steps');
    await steps.getByText('How to enroll in Harbor Gym 4100').waitFor();
    const markers = await steps
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map((item) => [getComputedStyle(item).listStyleType, getComputedStyle(item).display]),
      );
    expect(markers).toEqual([...Array(3)].map(() => ['disc', 'list-item']));
    expect(await steps.getByRole('link').allInnerTexts()).toEqual([
      'log in and enroll',
      'Facility Information',
      'how membership works',
    ]);
    await field.fill('Nowhere');
    await page.keyboard.press('Enter');
    await finder.getByText('We did not find “Nowhere”.').waitFor();
    await done(page);
  });
});
