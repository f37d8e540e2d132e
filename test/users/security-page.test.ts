import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { beforeAll, expect, it } from 'vitest';
import { hasPin, loadPin } from '../../functions/users/pin-store.ts';
import { provision } from '../../infra/local/provision.ts';
import { wrongAppCode } from '../../shared/users/second-factor.ts';
import { wear } from '../site/legal/arrival.ts';
import { expectAccessible } from '../support/axe.ts';
import { confirmIdentity, signIn, usePortal } from '../web/portal.ts';
import { password, createUser } from './person.ts';
import { bytesOf, codeOf, totp } from './totp.ts';

const security = '/admin/profile/security';

const portal = usePortal();
beforeAll(async () => {
  await provision();
});

const administrator = () => createUser({ role: 'systemAdmin', firstName: 'Ada', lastName: 'Okafor' });
const card = (page: Page) => page.getByRole('region', { name: 'Authenticator app' });
const codePopup = (page: Page) => page.getByRole('dialog', { name: 'Enter your code' });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

async function scan(page: Page): Promise<string> {
  const shot = await page.getByRole('img', { name: 'QR code for your authenticator app' }).screenshot();
  const image = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
    canvas.drawImage(picture, 0, 0);
    return { width, height, data: Array.from(canvas.getImageData(0, 0, width, height).data) };
  }, shot.toString('base64'));
  return decodeQR({ ...image, data: Uint8Array.from(image.data) });
}

const keyOn = async (page: Page): Promise<string> =>
  (await card(page).locator('code').innerText()).replaceAll(' ', '');

async function setUp(page: Page): Promise<string> {
  await card(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await card(page).getByRole('button', { name: 'Set up an app' }).click();
  await codeField(page).waitFor();
  const key = await keyOn(page);
  await codeField(page).fill(codeOf(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await card(page).getByText('On', { exact: true }).waitFor();
  return key;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of Ada Okafor' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.locator('.account-button').waitFor({ state: 'detached' });
}

it('sets up an app, logs out, logs in with a code, and turns it off by keyboard', async () => {
  const admin = await administrator();
  const page = await portal.visitAs(admin.email, '/admin/settings');
  const { keyboard } = page;
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Account of Ada Okafor' }).focus();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  expect(await focusedText(page)).toBe('Security');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
  await card(page).getByText('Off', { exact: true }).waitFor();

  await card(page).getByRole('textbox', { name: 'Password' }).focus();
  await keyboard.type('Wrong12345');
  await keyboard.press('Enter');
  await card(page).getByText('Incorrect password. Nothing was changed.').waitFor();
  await card(page).getByRole('textbox', { name: 'Password' }).fill('');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await codeField(page).waitFor();
  expect(await focusedText(page)).toBe('Set up your app');
  const key = await keyOn(page);
  const address = await scan(page);
  expect(address).toContain(`secret=${key}&issuer=Wellport`);
  expect(await card(page).getByRole('link', { name: 'open it in your app' }).getAttribute('href')).toBe(
    address,
  );
  expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code');
  expect(await codeField(page).getAttribute('inputmode')).toBe('numeric');

  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('12345');
  await keyboard.press('Enter');
  await page.getByText('Code must be the six digits that your app shows.').waitFor();
  await codeField(page).fill('');
  await keyboard.type(codeOf(key));
  await keyboard.press('Enter');
  await card(page).getByText('On', { exact: true }).waitFor();
  await expect.poll(() => focusedText(page)).toContain('Logging in requires your password and then');

  await logOut(page);
  await page.goto(`${portal.address}/?login=true&redirectUrl=${encodeURIComponent(security)}`);
  await signIn(page, admin.email);
  await codePopup(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code');
  await keyboard.type(codeOf(key, 'next'));
  await keyboard.press('Enter');
  await card(page).getByText('On', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(security);

  await card(page).getByRole('textbox', { name: 'Password' }).focus();
  await keyboard.type(password);
  await keyboard.press('Enter');
  await card(page).getByText('Code is required.').waitFor();
  // both newer codes are used; one that is 30 seconds late is valid
  await codeField(page).fill(totp(bytesOf(key), Date.now() / 1000 - 30));
  await keyboard.press('Enter');
  await card(page).getByText('Off', { exact: true }).waitFor();
  await logOut(page);
  await page.goto(`${portal.address}/?login=true&redirectUrl=${encodeURIComponent(security)}`);
  await signIn(page, admin.email);
  await card(page).getByText('Off', { exact: true }).waitFor();
  await page.context().close();
});

it('returns to the password when the login expires', async () => {
  const admin = await administrator();
  const page = await portal.visitAs(admin.email, security);
  const key = await setUp(page);
  await logOut(page);
  await page.goto(`${portal.address}/?login=true`);
  await signIn(page, admin.email);
  await codePopup(page).waitFor();
  process.env.CLOCK_SHIFT_MS = String(11 * 60_000);
  try {
    await codeField(page).fill(codeOf(key, 'next'));
    await codePopup(page).getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('dialog', { name: 'Log in' }).getByText('Log in again.').waitFor();
  } finally {
    delete process.env.CLOCK_SHIFT_MS;
  }
  await page.context().close();
});

it('sets the PIN of an administrator, and changes it with the current one only', async () => {
  const admin = await administrator();
  const page = await portal.visitAs(admin.email, security);
  const pinCard = page.getByRole('region', { name: 'PIN', exact: true });
  const [oldField, newField] = ['Current PIN', 'PIN'].map((name) =>
    pinCard.getByRole('textbox', { name, exact: true }),
  );
  const set = async (currentPin: string, pin: string) => {
    await oldField?.fill(currentPin);
    await newField?.fill(pin);
    await pinCard.getByRole('button', { name: 'Set PIN' }).click();
  };
  await set('', '97531');
  await confirmIdentity(page);
  await expect.poll(() => hasPin(admin.id)).toBe(true);
  await expect.poll(() => newField?.inputValue()).toBe('');
  const first = await loadPin(admin.id);
  await set('', '864200');
  await pinCard.getByText('Enter your current PIN to set a new one.').waitFor();
  await set('97531', '864200');
  await expect.poll(() => newField?.inputValue()).toBe('');
  expect(await loadPin(admin.id)).not.toEqual(first);
  await pinCard.getByLabel('I forgot my current PIN').check();
  await set('', '13579');
  await expect.poll(async () => (await loadPin(admin.id))?.usableFrom).toBeTruthy();
  await page.context().close();
});

it('passes axe at both widths, light and dark, and returns to the password from a wrong code', async () => {
  const admin = await administrator();
  const page = await portal.visitAs(admin.email, security);
  const look = () => expectAccessible(page, [390, 1366]);
  const change = page.getByRole('link', { name: 'Change your password' });
  expect(await change.getAttribute('href')).toBe('/admin/profile/changepassword');
  await card(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await look();
  await card(page).getByRole('button', { name: 'Set up an app' }).click();
  await codeField(page).waitFor();
  const key = await keyOn(page);
  for (const scheme of ['light', 'dark'] as const) {
    await wear(page, scheme);
    expect(await scan(page), scheme).toContain(key);
  }
  await look();
  await codeField(page).fill(codeOf(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await card(page).getByText('On', { exact: true }).waitFor();
  await look();
  await page.getByRole('button', { name: 'Account of Ada Okafor' }).click();
  await look();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.locator('.account-button').waitFor({ state: 'detached' });
  await page.goto(`${portal.address}/?login=true`);
  await signIn(page, admin.email);
  await codeField(page).fill('000000');
  await codePopup(page).getByRole('button', { name: 'Log in' }).click();
  await codePopup(page).getByText(wrongAppCode).waitFor();
  await look();
  await codePopup(page).getByRole('button', { name: 'Back' }).click();
  const popup = page.getByRole('dialog', { name: 'Log in' });
  expect(await popup.getByRole('textbox', { name: 'Username or email' }).inputValue()).toBe(admin.email);
  await page.context().close();
});
