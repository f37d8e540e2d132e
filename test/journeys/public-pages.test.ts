import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { publicPages } from '../../web/routes/public-pages.ts';
import { axeFaults, expectAccessible } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';
import { countRequests, settled } from '../support/settled.ts';
import { openSite, type OpenSite } from '../site/open-site.ts';

// Public pages as deployed: prerendered and under the content security policy.

let site: OpenSite;
let browser: Browser;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  [, site, browser] = await Promise.all([provision(), openSite({ guarded: true }), startBrowser()]);
  const context = await browser.newContext({ reducedMotion: 'reduce', acceptDownloads: true });
  page = await context.newPage();
  countRequests(page);
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') errors.push(line.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

// WCAG 2.2, 1.4.10: no page needs scrolling in two dimensions at 320 px
const widths = [1366, 320];

const head = (selector: string, attribute: string) => page.locator(selector).getAttribute(attribute);
const descriptions = new Map<string, string>();

test.each(publicPages)(
  '$path passes axe, fits its width, has a title and description, and logs no errors',
  async ({ path, label, sameAs = path }) => {
    errors.length = 0;
    await page.goto(site.address + path);
    await page.locator('#root:not([data-prerendered]) h1:not([data-stand-in])').waitFor();
    await settled(page);
    await expectAccessible(page, widths);
    expect(await page.locator('h1').count()).toBe(1);
    expect(errors).toEqual([]);
    // /dashboard only redirects visitors to the home page, with the login popup open
    if (path === '/dashboard') return expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.title()).toBe(`${label} | Wellport`);
    expect(await head('html', 'lang')).toBe('en');
    expect(await head('link[rel=canonical]', 'href')).toBe(site.address + path);
    const description = (await head('meta[name=description]', 'content')) ?? '';
    expect(description.length).toBeGreaterThan(60);
    expect(description.length).toBeLessThan(170);
    expect(descriptions.get(description) ?? sameAs, 'another page has the same description').toBe(sameAs);
    descriptions.set(description, sameAs);
    return undefined;
  },
  120_000,
);

test('axe reports a page without language and labels', async () => {
  await page.goto(`${site.address}/guest/contactus`);
  await page.locator('#root:not([data-prerendered]) h1:not([data-stand-in])').waitFor();
  await page.evaluate(() => {
    document.documentElement.removeAttribute('lang');
    document.querySelectorAll('label').forEach((label) => label.remove());
  });
  expect((await axeFaults(page)).join(' ')).toMatch(/html-has-lang: [\s\S]*label: /);
});

test('shows a page in the selected colors before its scripts load', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'light' });
  const still = await context.newPage();
  await still.goto(`${site.address}/guest/foremployers`);
  expect(await still.title()).toBe('For employers | Wellport');
  expect(await still.locator('h1').textContent()).toContain('fitness benefit');
  expect(await still.locator('h1').evaluate((title) => getComputedStyle(title).fontSize)).not.toBe('32px');
  await context.close();
});

async function openWithoutScripts(path: string, width: number) {
  const early = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
  const { promise, resolve: allowScripts } = Promise.withResolvers<void>();
  await early.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await early.goto(site.address + path, { waitUntil: 'commit' });
  return { early, allowScripts };
}

test.each([1366, 390])('shifts no layout at %i px when the scripts load', async (width) => {
  const { early, allowScripts } = await openWithoutScripts('/privacyarchives/index', width);
  await early.locator('footer').waitFor();
  await early.evaluate(() => document.fonts.ready);
  const places = () =>
    early.evaluate(() =>
      ['header', 'main', 'h1', 'footer'].map((name) => {
        const { x, y, width: wide, height } = document.querySelector(name)?.getBoundingClientRect() ?? {};
        return { name, x, y, wide, height };
      }),
    );
  const still = await places();
  allowScripts();
  await early.locator('#root:not([data-prerendered])').waitFor();
  expect(await places()).toEqual(still);
  await early.context().close();
});

test('preserves input and clicks made before the scripts load', async () => {
  const { early, allowScripts } = await openWithoutScripts('/guest/contactus', 1366);
  await early.getByLabel('Full Name').fill('Ann Lund');
  await early.getByLabel('Which best describes you?').selectOption('I am an employer');
  await early.getByLabel('Message').fill('We are 40 people.');
  await early.keyboard.press('Enter');
  await early.getByRole('button', { name: 'Log in' }).click();
  expect(new URL(early.url()).search).toBe('');
  allowScripts();
  await early.getByRole('dialog', { name: 'Log in' }).waitFor();
  await early.keyboard.press('Escape');
  expect(await early.getByLabel('Full Name').inputValue()).toBe('Ann Lund');
  expect(await early.getByLabel('Which best describes you?').inputValue()).toBe('1');
  expect(await early.getByLabel('Message').inputValue()).toContain('We are 40 people.');
  await expect.poll(() => early.getByRole('button', { name: 'Send message' }).isEnabled()).toBe(true);
  await early.context().close();
});

test('shows a not-found page for an unknown address, and excludes it from search engines', async () => {
  await page.goto(`${site.address}/no/such/page`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await head('meta[name=robots]', 'content')).toBe('noindex');
  await expectAccessible(page, widths);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await page.locator('h1:not([data-stand-in])').waitFor();
  await expect.poll(() => head('meta[name=robots]', 'content')).toBe('index, follow');
});
