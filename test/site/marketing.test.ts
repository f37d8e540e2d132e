import { randomUUID } from 'node:crypto';
import { setFlags } from '../support/flags.ts';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facilityChange } from '../../functions/facilities/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { provision } from '../../infra/local/provision.ts';
import { startBrowser } from '../support/browser.ts';
import { someFacility } from '../support/builders.ts';
import { mailsFrom } from './mailbox.ts';
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

  test('finds clubs by city or ZIP code, and shows a message when there are none', async () => {
    await transact(...facilityChange(null, someFacility('4100')));
    const page = await visit('/guest/formembers');
    const finder = page.getByRole('region', { name: 'Find a club near you' });
    const field = finder.getByLabel('City or ZIP code');
    for (const text of ['duluth', '55802']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
      await finder.getByRole('heading', { name: 'Harbor Gym 4100' }).waitFor();
    }
    await field.fill('Nowhere');
    await page.keyboard.press('Enter');
    await finder
      .getByText('There are no clubs in your search area. Please try a different search area.')
      .waitFor();
    await done(page);
  });

  test('redirects /guest to its first child', async () => {
    const page = await visit('/guest');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/guest/home');
    await done(page);
  });
});

async function fillContact(page: Page, email: string) {
  await page.getByLabel('Full Name').fill('Ann Lund');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contact Number').fill('612-555-0100');
  await page.getByLabel('Which best describes you?').selectOption('I am an employer');
  await page.getByLabel('Message').fill('We are 40 people.');
}

describe('the contact form', () => {
  test('preserves the input when sending fails, and sends once on retry', async () => {
    const email = `${randomUUID()}@people.example`;
    const page = await visit('/guest/contactus');
    await fillContact(page, email);
    // the server sends the email, but its response is lost
    await page.route('**/api/contactUs', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const send = page.getByRole('button', { name: 'Send message' });
    await send.click();
    await page.getByText('Request failed. Your changes have not been saved.').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('We are 40 people.');
    await page.unroute('**/api/contactUs');
    await send.click();
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    expect(await mailsFrom(email)).toHaveLength(1);
    await done(page);
  });

  test('shows a server error for a number at its field', async () => {
    const page = await visit('/guest/contactus');
    await fillContact(page, 'ann@lund.example');
    await page.getByLabel('Contact Number').fill('123-456-7890');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Contact Number is not valid.').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('contactNumber');
    await done(page);
  });

  test('waits for a solved captcha when captchas are on', async () => {
    const submit = async (useCaptcha: boolean) => setFlags({ useCaptcha });
    await submit(true);
    try {
      const email = `${randomUUID()}@people.example`;
      const page = await visit('/guest/contactus');
      const robot = page.getByLabel('I am not a robot');
      await robot.waitFor();
      await fillContact(page, email);
      const send = page.getByRole('button', { name: 'Send message' });
      expect(await send.isDisabled()).toBe(true);
      await robot.check();
      await send.click();
      await page.getByRole('heading', { name: 'Message sent' }).waitFor();
      expect(await mailsFrom(email)).toHaveLength(1);
      await done(page);
    } finally {
      await submit(false);
    }
  });
});
