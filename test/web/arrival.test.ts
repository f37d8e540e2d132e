import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { openSite, type OpenSite } from '../site/open-site.ts';
import { startBrowser } from '../support/browser.ts';
import { tokenStorageKey } from '../../web/app/token-storage.ts';

// Taps on suggestions, and scroll positions of loaded pages.

let site: OpenSite;
let browser: Browser;
beforeAll(async () => {
  [, site, browser] = await Promise.all([provision(), openSite(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const hydrated = (page: Page) =>
  page.locator('#root:not([data-prerendered]) h1:not([data-stand-in])').waitFor();
const open = async (page: Page, path: string) => {
  await page.goto(site.address + path);
  await hydrated(page);
};
const tap = async (page: Page, text: string) => {
  const box = await page.getByRole('option', { name: text }).boundingBox();
  if (!box) throw new Error(`${text} is not shown`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
};

it('takes a tapped suggestion without a click on the element below it', async () => {
  const page = await browser.newPage(phone);
  await open(page, '/guest/nominateclub');
  await page.getByLabel('Full Name').fill('Ada Okafor');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Next' }).tap();
  const state = page.getByRole('combobox', { name: 'State' });
  await state.tap();
  await state.fill('M');
  await page.evaluate(() => {
    const clicked: string[] = [];
    Object.assign(window, { clicked });
    for (const type of ['click', 'focusin'])
      document.addEventListener(
        type,
        ({ target }) =>
          clicked.push(`${type} ${(target as Element).closest('[role]')?.getAttribute('role')}`),
        { capture: true },
      );
  });
  await tap(page, 'Michigan');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await state.inputValue()).toBe('Michigan');
  expect(await state.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => (window as unknown as { clicked: string[] }).clicked)).toEqual([
    'click option',
  ]);
  // a gesture that scrolls the list selects nothing
  await state.fill('M');
  const client = await page.context().newCDPSession(page);
  const box = await page.getByRole('listbox').boundingBox();
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 60];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - 40 }] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await page.getByRole('listbox').count()).toBe(1);
  await page.context().close();
});

it('stays open while the list is scrolled by its scrollbar, and without results', async () => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 800 } });
  await open(page, '/guest/nominateclub');
  await page.getByLabel('Full Name').fill('Ada Okafor');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Next' }).click();
  const state = page.getByRole('combobox', { name: 'State' });
  await state.click();
  const list = page.getByRole('listbox');
  const clickAt = async (fromRight: number) => {
    const box = await list.boundingBox();
    if (!box) throw new Error('the list is closed');
    await page.mouse.click(box.x + box.width - fromRight, box.y + 20);
    expect(await list.count()).toBe(1);
    expect(await state.evaluate((field) => field === document.activeElement)).toBe(true);
  };
  // the padding, as the headless browser draws no scrollbar
  await clickAt(2);
  await state.fill('zz');
  await page.getByRole('option', { name: 'No results' }).waitFor();
  await clickAt(60);
  await page.close();
});

it('returns to the first step with Back of the browser, without losing entries', async () => {
  const page = await browser.newPage(phone);
  await open(page, '/guest/aboutus');
  await open(page, '/guest/nominateclub');
  await page.getByLabel('Full Name').fill('Ada Okafor');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Next' }).tap();
  await page.getByLabel('Club Name').fill('Bluff Street Gym');
  await page.goBack();
  await page.getByText('Step 1 of 2').waitFor();
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Okafor');
  await page.goForward();
  expect(await page.getByLabel('Club Name').inputValue()).toBe('Bluff Street Gym');
  await page.getByRole('button', { name: 'Back', exact: true }).tap();
  await page.getByText('Step 1 of 2').waitFor();
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('ada@example.com');
  await page.context().close();
});

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

it('opens each loaded page at its top, and a reloaded one at its position', async () => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 800 } });
  await open(page, '/privacy');
  await page.evaluate(() => window.scrollTo(0, 2400));
  await open(page, '/termsofuse');
  expect(await scrolled(page)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.reload();
  await hydrated(page);
  await expect.poll(() => scrolled(page)).toBe(900);
  await page.goBack();
  await hydrated(page);
  await expect.poll(() => scrolled(page)).toBe(2400);
  await page.close();
});

it('returns to the scroll position of a page after its skip link', async () => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 800 } });
  await open(page, '/privacy');
  await page.locator('.skip-link').focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.locator('footer a', { hasText: 'Terms of use' }).evaluate((link: HTMLElement) => link.click());
  await page.waitForURL('**/termsofuse');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(1500);
  await page.close();
});

it('stays at the anchor in the address while content above it loads', async () => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 800 } });
  await open(page, '/privacy');
  await page.evaluate(() => window.scrollTo(0, 2400));
  // the code of the page and its content are late
  await page.route(/assets\/.*\.(js|woff2)$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await open(page, '/#quotes-title');
  const top = () =>
    page.locator('#quotes-title').evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
  await expect.poll(top).toBeLessThan(160);
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.style.blockSize = '3000px';
    document.querySelector('main')?.prepend(late);
  });
  await expect.poll(top).toBeLessThan(160);
  expect(await top()).toBeGreaterThan(60);
  // the user leaves
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, -1500);
  await expect.poll(top).toBeGreaterThan(1000);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('p')));
  expect(await top()).toBeGreaterThan(1000);
  await page.close();
});

it('shows no page of visitors to a signed-in browser while its code loads', async () => {
  const page = await browser.newPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.addInitScript((key) => localStorage.setItem(key, '{}'), tokenStorageKey);
  await page.goto(`${site.address}/guest/contactus`, { waitUntil: 'commit' });
  const title = page.locator('h1').first();
  await title.waitFor({ state: 'attached' });
  expect(await title.isVisible()).toBe(false);
  resolve();
  await hydrated(page);
  expect(await title.isVisible()).toBe(true);
});
