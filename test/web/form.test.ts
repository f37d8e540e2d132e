import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gallery, openGallery } from './gallery/open.ts';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

const submit = (page: Page) => page.getByRole('button', { name: 'Add the partner' });
const alert = (page: Page) => page.locator('form').first().locator('[role=alert]');
const sent = async (page: Page): Promise<Record<string, unknown>[]> =>
  JSON.parse((await page.getByTestId('sent').textContent()) ?? '[]');
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

async function fill(page: Page, name: string) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill('ann@example.org');
  await page.getByRole('combobox', { name: 'State' }).fill('minn');
  await page.keyboard.press('Enter');
  await page.getByLabel('Account Type').selectOption('Savings');
  await page.getByRole('radio', { name: 'Member paid', exact: true }).check();
  await page.getByLabel('Program Fee').fill('1,250.50');
  await page.getByLabel('Visits to reimburse').fill('12');
  await page.getByRole('textbox', { name: 'Password' }).fill('walk2026well');
  await page.getByLabel('I have read the agreement').check();
}

test('reports every required field of an empty form and focuses the first', async () => {
  const page = await gallery.visit('form');
  await submit(page).click();
  await page.getByText('Name is required.').waitFor();
  const errors = await page.locator('.field-error').allTextContents();
  expect(errors).toEqual([
    'Name is required.',
    'Email is required.',
    'State is required.',
    'Account Type is required.',
    'Plan is required.',
    'Program Fee is required.',
    'Visits to reimburse is required.',
    'Password is required.',
    'I have read the agreement is required.',
  ]);
  await expect.poll(() => focusedName(page)).toBe('name');
  const described = await page.getByLabel('Name').getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Name is required.');
  await page.getByLabel('Name').fill('North Star');
  await expect.poll(() => page.getByText('Name is required.').count()).toBe(0);
  await submit(page).click();
  await expect.poll(() => focusedName(page)).toBe('email');
});

test('sends the entered values once, however often the button is clicked', async () => {
  const page = await gallery.visit('form');
  await fill(page, 'North Star');
  await submit(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form?.requestSubmit();
  });
  const busy = page.getByRole('button', { name: 'Adding the partner…' });
  await busy.click({ force: true });
  expect(await busy.getAttribute('aria-busy')).toBe('true');
  await expect.poll(async () => (await sent(page)).length).toBe(1);
  await page.waitForTimeout(500);
  expect(await sent(page)).toHaveLength(1);
  expect((await sent(page))[0]).toMatchObject({
    name: 'North Star',
    state: 'MN',
    accountType: '1',
    plan: '2',
    fee: '1,250.50',
    agreed: true,
  });
});

test("shows the server's errors at their fields and preserves all entries", async () => {
  const page = await gallery.visit('form');
  await fill(page, 'taken');
  await submit(page).click();
  await page.getByText('Email must be unique. Item with it already exist.').waitFor();
  await expect.poll(() => focusedName(page)).toBe('email');
  expect(await page.getByLabel('Program Fee').inputValue()).toBe('1,250.50');
  expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('walk2026well');
  await page.getByLabel('Name').fill('free');
  await submit(page).click();
  await expect.poll(async () => (await sent(page)).length).toBe(1);
});

test('shows the failure, what is safe, and the request ID', async () => {
  const page = await gallery.visit('form');
  await fill(page, 'broken');
  await submit(page).click();
  await expect.poll(() => alert(page).textContent()).toContain('Request failed. Please try again.');
  expect(await alert(page).textContent()).toContain('Your entries are still here.');
  expect(await alert(page).textContent()).toContain('Request ID: 01JD3V8Q');
  await page.getByLabel('Name').fill('offline');
  await submit(page).click();
  await expect.poll(() => alert(page).textContent()).toContain('Your changes have not been saved.');
  // the server may have done what it could not confirm
  expect(await alert(page).textContent()).toContain('If only the response was lost, the changes were saved');
  await page.getByLabel('Name').fill('hidden');
  await submit(page).click();
  await expect.poll(() => alert(page).textContent()).toBe('Partner is not valid.');
  expect(await page.getByLabel('Email').inputValue()).toBe('ann@example.org');
});

test('opens a confirmation before leaving with unsaved input, and preserves the input on cancel', async () => {
  const page = await gallery.visit('form');
  await page.getByLabel('Name').fill('North Star');
  await page.getByRole('link', { name: 'States' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('North Star');
  let isConfirmed = false;
  page.on('dialog', (native) => {
    isConfirmed = native.type() === 'beforeunload';
    void native.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => isConfirmed).toBe(true);
  await page.getByRole('link', { name: 'States' }).click();
  await dialog.getByRole('button', { name: 'Leave page' }).click();
  await page.getByRole('heading', { name: 'Empty, loading, failed, forbidden' }).waitFor();
});

test('allows leaving without confirmation after saving', async () => {
  const page = await gallery.visit('form');
  await fill(page, 'North Star');
  await submit(page).click();
  await expect.poll(async () => (await sent(page)).length).toBe(1);
  await page.getByRole('link', { name: 'States' }).click();
  await page.getByRole('heading', { name: 'Empty, loading, failed, forbidden' }).waitFor();
});

test('treats input during sending as unsaved and opens a confirmation', async () => {
  const page = await gallery.visit('form');
  await fill(page, 'North Star');
  await submit(page).click();
  await page.getByLabel('Notes').fill('Typed since');
  await expect.poll(async () => (await sent(page)).length).toBe(1);
  expect((await sent(page))[0]?.notes).not.toBe('Typed since');
  await page.getByRole('link', { name: 'States' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await confirmation.getByRole('button', { name: 'Stay here' }).click();
  expect(await page.getByLabel('Notes').inputValue()).toBe('Typed since');
});

test('searches and selects in a list by keyboard alone', async () => {
  const page = await gallery.visit('form');
  const state = page.getByRole('combobox', { name: 'State' });
  await state.focus();
  await page.keyboard.type('m');
  expect(await page.locator('.options [role=option]').allTextContents()).toEqual(['Michigan', 'Minnesota']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await state.inputValue()).toBe('Minnesota');
  await page.keyboard.type('zzz');
  expect(await page.locator('.options [role=option]').allTextContents()).toEqual(['No results']);
  await page.keyboard.press('Escape');
  expect(await state.inputValue()).toBe('Minnesota');
});

test('rejects a file that is too large or of another type before sending', async () => {
  const page = await gallery.visit('form');
  const list = page.getByLabel('Member list');
  await list.setInputFiles({
    name: 'members.xlsx',
    mimeType: 'application/zip',
    buffer: Buffer.alloc(25_601),
  });
  await submit(page).click();
  await page.getByText('File size exceeds the limit of 25KB').waitFor();
  await list.setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.alloc(10) });
  await page.getByText('Member list must be a file of type .xlsx.').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.getByText('Member list must be').count()).toBe(0);
});

test('shows the changes of another user after a conflict, and applies them without losing entries', async () => {
  const page = await gallery.visit('form');
  await fill(page, 'stale');
  await submit(page).click();
  const conflict = page.locator('.alert-warning');
  await conflict.waitFor();
  expect(await conflict.locator('li').allTextContents()).toEqual([
    'Program Fee: empty → $40.00. Your entry: $1,250.50',
    'Notes: empty → Call before noon',
    'Launch Date: empty → 12/01/2026',
  ]);
  await conflict.getByRole('button', { name: 'Reload and keep my entries' }).click();
  await page.getByText('Your entries are still here. Check them, then save.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add the partner');
  expect(await page.getByLabel('Program Fee').inputValue()).toBe('1,250.50');
  expect(await page.getByLabel('Notes').inputValue()).toBe('Call before noon');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await sent(page)).length).toBe(1);
  expect((await sent(page))[0]).toMatchObject({ fee: '1,250.50', launch: '2026-12-01', name: 'stale' });
  await expect.poll(() => page.locator('.alert-info').count()).toBe(0);
});
