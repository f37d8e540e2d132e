import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkEmail } from '../../functions/platform/email.ts';
import { axeFaults } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';

let page: Page;
beforeAll(async () => {
  page = await (await startBrowser()).newPage();
  const link = { title: 'See your visits in the portal', address: 'https://portal.test/visits' };
  const paragraphs = ['Hello Ann,', 'Your missing visit was added.'];
  const { html } = linkEmail('ann@people.test', 'Your missing visit was added', paragraphs, link);
  await page.setContent(html.replace('</head>', '<title>Email</title></head>'));
});
afterAll(() => page?.context().close());

it.each(['light', 'dark'] as const)('has readable colors in the %s palette', async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  expect(await axeFaults(page, 'body', ['color-contrast'])).toEqual([]);
  const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(ground).toBe(colorScheme === 'dark' ? 'rgb(23, 31, 27)' : 'rgb(250, 247, 242)');
});

it('fits a phone of 320 px with little padding, and its button is one box', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const style = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { paddingLeft, display } = getComputedStyle(element);
      return [paddingLeft, display];
    });
  expect(await style('.card')).toEqual(['16px', 'block']);
  expect(await style('.button')).toEqual(['20px', 'inline-block']);
  await page.getByText('Get help').waitFor();
  await page.getByText(/You receive this email because/).waitFor();
});
