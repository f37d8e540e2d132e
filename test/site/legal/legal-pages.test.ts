import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import accessibilityAndMaintenance from '../../../web/site/legal/documents/accessibility.md';
import californiaPrivacyPolicy2023 from '../../../web/site/legal/documents/california-privacy-policy-2023-01-10.md';
import privacyNotice2023 from '../../../web/site/legal/documents/privacy-notice-2023-08-24.md';
import privacyPolicy2023 from '../../../web/site/legal/documents/privacy-policy-2023-01-10.md';
import type { LegalText } from '../../../web/site/legal/documents/legal-text.ts';
import consumerHealthPrivacyNotice from '../../../web/site/legal/documents/consumer-health-privacy-notice.md';
import privacyNotice from '../../../web/site/legal/documents/privacy-notice.md';
import termsOfUse from '../../../web/site/legal/documents/terms-of-use.md';
import { axeFaults } from '../../support/axe.ts';
import { expectArrivedAt, topOf } from './arrival.ts';
import { type OpenSite, openSite } from './open-site.ts';
import { anchorsOf } from './reading.ts';
import { defined } from '../../support/defined.ts';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const documents: [string, LegalText][] = [
  ['/termsofuse', termsOfUse],
  ['/privacy', privacyNotice],
  ['/consumerhealthprivacy', consumerHealthPrivacyNotice],
  ['/privacyarchives/privacynotice-2023-08-24', privacyNotice2023],
  ['/privacyarchives/californiaprivacypolicy-2023-01-10', californiaPrivacyPolicy2023],
  ['/privacyarchives/privacypolicy-2023-01-10', privacyPolicy2023],
  ['/accessibilityAndMaintenance', accessibilityAndMaintenance],
];
test('axe reports a page without a language', async () => {
  const page = await site.visit('/privacy');
  await page.locator('html').evaluate((root) => root.removeAttribute('lang'));
  expect((await axeFaults(page)).join(' ')).toContain('html-has-lang');
});

describe.each(documents)('%s', (path, text) => {
  test('has every anchor, and its table of contents goes to each section', async () => {
    const page = await site.visit(path);
    for (const anchor of anchorsOf(text))
      expect(await page.locator(`[id="${anchor}"]`).count(), anchor).toBe(1);
    const contents = page.getByRole('navigation', { name: 'Table of contents' });
    expect(await contents.getByRole('link').count()).toBe(text.sections.length);
    for (const { anchor } of text.sections) {
      await contents.locator(`a[href$="#${anchor}"]`).click();
      await expectArrivedAt(page, anchor);
      expect(new URL(page.url()).hash).toBe(`#${anchor}`);
    }
  });

  test('opens at the section in the address', async () => {
    const anchors = anchorsOf(text);
    const anchor = defined(anchors[Math.floor(anchors.length / 2)]);
    const page = await site.visit(`${path}#${anchor}`, { viewport: { width: 390, height: 844 } });
    await expectArrivedAt(page, anchor);
    expect((await topOf(page, anchor)).focused).toBe(true);
  });
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

  test('prints only its text and its dates', async () => {
    const page = await site.visit('/privacy');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    for (const hidden of ['.shell-header', '.shell-footer', '.legal-way-up', '.page-actions'])
      expect(await page.locator(hidden).isVisible(), hidden).toBe(false);
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(12);
    expect(await page.getByText('March 14, 2024').first().isVisible()).toBe(true);
  });
});

test('shows the dates of the August 2023 notice at its end', async () => {
  const page = await site.visit('/privacyarchives/privacynotice-2023-08-24');
  expect(await page.locator('.legal-body > .legal-dates').textContent()).toBe(
    'Effective August 24, 2023 Last updated August 24, 2023',
  );
  expect(await page.locator('.legal-heading .legal-dates').count()).toBe(0);
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

  test('can be sent by email when the configuration does not load', async () => {
    const page = await site.visit('/healthcheck');
    await page.context().route('**/config.json', (route) => route.abort());
    await page.goto('/dataprivacyrequest');
    await page.getByRole('heading', { name: 'By letter' }).waitFor();
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

test('shows OK! on the health check page', async () => {
  const page = await site.visit('/healthcheck');
  expect(await page.locator('main').innerText()).toBe('OK!');
});
