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
