import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import termsOfUse from '../../../web/site/legal/documents/terms-of-use.md';
import { axeFaults } from '../../support/axe.ts';
import { expectArrivedAt, topOf } from './arrival.ts';
import { type OpenSite, openSite } from './open-site.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

test('goes from its table of contents to each section', async () => {
  const page = await site.visit('/termsofuse');
  const contents = page.getByRole('navigation', { name: 'Table of contents' });
  expect(await contents.getByRole('link').count()).toBe(termsOfUse.sections.length);
  for (const { anchor } of termsOfUse.sections) {
    await contents.locator(`a[href$="#${anchor}"]`).click();
    await expectArrivedAt(page, anchor);
    expect(new URL(page.url()).hash).toBe(`#${anchor}`);
  }
});

describe('by keyboard alone', () => {
  test('goes to a section, continues from it, and returns to the top', async () => {
    const page = await site.visit('/privacy');
    const link = page.getByRole('navigation', { name: 'Table of contents' }).getByRole('link', {
      name: 'Children',
      exact: true,
    });
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      if (await link.evaluate((element) => element === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    await expectArrivedAt(page, 'children');
    await expect.poll(async () => (await topOf(page, 'children')).focused).toBe(true);
    await expect.poll(() => link.getAttribute('aria-current')).toBe('location');
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-labelledby')),
    ).toBe('children');
    await page.getByRole('link', { name: 'Back to top' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await topOf(page, 'top')).focused).toBe(true);
    expect((await topOf(page, 'top')).top).toBeGreaterThan(64);
  });

  test('opens and closes the table of contents on a phone', async () => {
    const page = await site.visit('/termsofuse', { viewport: { width: 390, height: 844 } });
    const link = page.getByRole('link', { name: 'Indemnification' });
    expect(await link.isVisible()).toBe(false);
    await page.getByText('Contents', { exact: true }).focus();
    await page.keyboard.press('Enter');
    expect(await link.isVisible()).toBe(true);
  });
});

describe('the privacy notice', () => {
  test('opens the cookie settings', async () => {
    const page = await site.visit('/privacy');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('.legal').getByRole('button', { name: 'Cookie Settings' }).first().click();
    await page.getByRole('dialog').waitFor();
  });

  test('downloads the agent form in place, and shows an error when that fails', async () => {
    const page = await site.visit('/privacy#authorized-agents');
    const link = page.getByRole('link', { name: 'Authorized Agent Designation Form (PDF)' }).first();
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(file.suggestedFilename()).toBe('authorized-agent-designation-form.pdf');
    expect(new URL(page.url()).pathname).toBe('/privacy');
    await page
      .context()
      .route('**/api/**', (route) =>
        route.fulfill({ status: 500, json: { message: 'Something went wrong.', requestId: 'abc' } }),
      );
    await link.click();
    await expect.poll(() => page.locator('.message-bar').textContent()).toContain('Something went wrong.');
  });
});

test('links the archive to its index, and the index to the three documents', async () => {
  const page = await site.visit('/privacyarchives');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/privacyarchives/index');
  expect(await page.locator('.archive a').allTextContents()).toEqual([
    'Privacy Notice August 24, 2023',
    'California Privacy Policy January 10, 2023',
    'Privacy Policy January 10, 2023',
  ]);
  await page.getByRole('link', { name: 'Privacy Notice August 24, 2023' }).click();
  await expect.poll(() => page.title()).toBe('Privacy Policy Archive 2023-08-24 | Wellport');
});

describe('a privacy request', () => {
  test('can be sent by email and by letter when no form is configured', async () => {
    const page = await site.visit('/dataprivacyrequest');
    await page.getByRole('heading', { name: 'By email' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    const appeal = page.getByRole('link', { name: 'Appeal a decision' });
    expect(await appeal.getAttribute('href')).toMatch(/^mailto:[^?]+\?subject=Appeal&body=/);
    expect(await page.locator('address').textContent()).toContain('Minneapolis');
  });

  test('uses the external form when one is configured, and offers email and letter too', async () => {
    const page = await site.visit('/healthcheck');
    const form = 'https://forms.example/privacy';
    await page
      .context()
      .route(form, (route) => route.fulfill({ body: '<p>The form</p>', contentType: 'text/html' }));
    await page
      .context()
      .route('**/config.json', (route) => route.fulfill({ json: { privacyRequestForm: form } }));
    await page.goto('/dataprivacyrequest');
    await expect.poll(() => page.frameLocator('iframe').locator('p').textContent()).toBe('The form');
    expect(await page.getByRole('heading', { name: 'By email' }).isVisible()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
  });
});

test('downloads the agent form once at its own address, and again on retry', async () => {
  const page = await site.visit('/healthcheck');
  const downloads: string[] = [];
  page.on('download', (file) => downloads.push(file.suggestedFilename()));
  await page.context().route('**/api/**', (route) => route.abort(), { times: 1 });
  await page.goto('/resources/authorizedagentdesignationform');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The form has been downloaded').waitFor();
  await expect.poll(() => downloads).toEqual(['authorized-agent-designation-form.pdf']);
});
