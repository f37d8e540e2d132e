import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { startBrowser } from '../support/browser.ts';
import { hasFocus, tabTo, whereFocusIs } from '../support/keyboard.ts';
import { mailsFrom } from './mailbox.ts';
import { openSite, type OpenSite } from './open-site.ts';

// A visitor without a mouse: each element is reached by Tab from the previous one, and the focus must be visible at
// every stop.

let site: OpenSite;
let browser: Browser;
beforeAll(async () => {
  [, site, browser] = await Promise.all([provision(), openSite({ guarded: true }), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function open(path: string, width = 1366): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(site.address + path);
  await page.locator('#root:not([data-prerendered]) h1:not([data-stand-in])').waitFor();
  return page;
}

test.each([1366, 390])('tabs through the home page at %i px without a keyboard trap', async (width) => {
  const page = await open('/', width);
  const stops: string[] = [];
  for (let count = 0; count < 120; count++) {
    await page.keyboard.press('Tab');
    const { name, out, seen } = await whereFocusIs(page);
    if (out) break;
    expect(seen, `no visible focus on ${name}`).toBe(true);
    stops.push(name);
  }
  expect(stops[0]).toBe('A Skip to main content');
  expect(stops.at(-1)).toMatch(/INPUT|A |BUTTON /);
  // a radio group is one tab stop
  const all = await page.evaluate(
    () =>
      [
        ...document.querySelectorAll<HTMLElement>('a[href], :is(button, input, select):enabled, summary'),
      ].filter((element) => element.offsetParent !== null && element.tabIndex >= 0).length -
      document.querySelectorAll('input[type=radio]:not(:checked)').length,
  );
  expect(stops.length).toBeGreaterThanOrEqual(all - 1);
  for (let count = 0; count < stops.length; count++) await page.keyboard.press('Shift+Tab');
  expect((await whereFocusIs(page)).name).toBe('A Skip to main content');
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true);
  await page.context().close();
});

test('completes and sends the contact form', async () => {
  const email = `${randomUUID()}@people.example`;
  const page = await open('/guest/contactus');
  expect(await page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
  for (const [label, text] of [
    ['Full Name', 'Ann Lund'],
    ['Email', email],
    ['Contact Number', '612-555-0100'],
    ['Which best describes you?', 'I am an e'],
    ['Message', 'We are 40 people.'],
  ] as const) {
    await tabTo(page.getByLabel(label));
    await page.keyboard.type(text);
  }
  const send = page.getByRole('button', { name: 'Send message' });
  await tabTo(send);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  expect(await mailsFrom(email)).toHaveLength(1);
  await tabTo(page.getByRole('button', { name: 'Send another message' }));
  await page.context().close();
});

test('nominates a club in two steps, forward and back', async () => {
  const email = `${randomUUID()}@people.example`;
  const page = await open('/guest/nominateclub');
  await tabTo(page.getByLabel('Full Name'));
  await page.keyboard.type('Ann Lund');
  await tabTo(page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page.getByRole('button', { name: 'Next' }));
  await page.keyboard.press('Enter');
  const second = page.getByRole('heading', { name: 'Club Info' });
  await expect.poll(() => hasFocus(second)).toBe(true);
  await tabTo(page.getByRole('button', { name: 'Back' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'General Info' }))).toBe(true);
  await tabTo(page.getByRole('button', { name: 'Next' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(second)).toBe(true);
  await tabTo(page.getByLabel('Club Name'));
  await page.keyboard.type('Harbor Gym');
  await tabTo(page.getByLabel('City'));
  await page.keyboard.type('Duluth');
  await tabTo(page.getByRole('combobox', { name: 'State' }));
  await page.keyboard.type('minn');
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Submit nomination' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nomination sent' }).waitFor();
  expect((await mailsFrom(email)).map(({ subject }) => subject)).toEqual([
    'Club nomination: Harbor Gym, Duluth, MN',
  ]);
  await page.context().close();
});

test('opens, submits, and reopens the consent panel', async () => {
  const page = await open('/');
  const banner = page.getByRole('region', { name: 'Cookies' });
  await tabTo(banner.getByRole('button', { name: 'Choose' }));
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Cookie settings' });
  const statistics = panel.getByRole('checkbox', { name: 'Statistics' });
  await panel.waitFor();
  await tabTo(statistics);
  await page.keyboard.press('Space');
  await tabTo(panel.getByRole('button', { name: 'Save my choices' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => panel.count()).toBe(0);
  await expect.poll(() => banner.count()).toBe(0);
  const settings = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' });
  await tabTo(settings);
  await page.keyboard.press('Enter');
  expect(await statistics.isChecked()).toBe(true);
  expect(await panel.getByRole('checkbox', { name: 'Necessary' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.count()).toBe(0);
  await expect.poll(() => hasFocus(settings)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('wellport:cookie-settings')));
  await panel.waitFor();
  await page.context().close();
});
