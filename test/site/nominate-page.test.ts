import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { startBrowser } from '../support/browser.ts';
import { filledNomination } from './filled-forms.ts';
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

async function open(): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${site.address}/guest/nominateclub`);
  await page.locator('#root:not([data-prerendered]) h1:not([data-stand-in])').waitFor();
  return page;
}
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('requires each step, preserves its values after Back and Next, and submits them', async () => {
  const page = await open();
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.getByLabel('Full Name').fill(filledNomination.name);
  await click(page, 'Next');
  await page.getByText('Email is required.').waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill(filledNomination.email);
  await click(page, 'Next');
  await click(page, 'Submit nomination');
  await page.getByText('Club Name is required.').waitFor();
  await page.getByLabel('Club Name').fill(filledNomination.clubName);
  await page.getByLabel('City').fill(filledNomination.city);
  await page.getByRole('combobox', { name: 'State' }).fill('Min');
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('option', { selected: true }).allInnerTexts()).toEqual(['Minnesota']);
  await page.keyboard.press('Enter');
  await click(page, 'Back');
  expect(await page.getByLabel('Full Name').inputValue()).toBe(filledNomination.name);
  await click(page, 'Next');
  expect(await page.getByLabel('Club Name').inputValue()).toBe(filledNomination.clubName);
  expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('Minnesota');
  await page.getByRole('banner').getByRole('link').first().click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await click(page, 'Submit nomination');
  await page.getByRole('heading', { name: 'Nomination sent' }).waitFor();
});

test('finds a state by its name, and submits Kansas as KS', async () => {
  const page = await open();
  await page.getByLabel('Full Name').fill(filledNomination.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(filledNomination.email);
  await click(page, 'Next');
  const state = page.getByRole('combobox', { name: 'State' });
  const shownAfter = async (input: string, key: string) => {
    await state.fill(input);
    await state.press(key);
    return state.inputValue();
  };
  expect(await shownAfter('virg', 'Tab')).toBe('');
  expect(await shownAfter('virginia', 'Enter')).toBe('Virginia');
  await page.getByLabel('Club Name').fill(filledNomination.clubName);
  await page.getByLabel('City').fill('Wichita');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Kansas');
  await page.keyboard.press('Enter');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /nominate/i.test(request.url()),
  );
  await click(page, 'Submit nomination');
  expect((await sent).postDataJSON()).toMatchObject({ state: 'KS' });
});
