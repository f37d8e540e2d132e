import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { expectAccessible } from '../support/axe.ts';
import { confirmIdentity, usePortal, signIn } from '../web/portal.ts';
import { createUser } from './person.ts';

const security = '/admin/profile/security';

const portal = usePortal();
let site: string;
beforeAll(async () => {
  await provision();
  // passkeys belong to a domain, not to an IP address
  site = portal.address.replace('127.0.0.1', 'localhost');
  process.env.SITE_ADDRESS = site;
});

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true });

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${site}/?login=true&redirectUrl=${encodeURIComponent(security)}`);
  await signIn(page, email);
  await card(page).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(security);
}

it('adds a passkey of the device, logs in with it, and confirms its removal with it', async () => {
  const admin = await createUser({ role: 'systemAdmin', firstName: 'Ada', lastName: 'Okafor' });
  const page = await portal.visit('/');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await logIn(page, admin.email);
  await card(page).getByText('No passkeys').waitFor();
  await card(page).getByRole('textbox', { name: 'Name' }).fill('Office laptop');
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  await confirmIdentity(page);
  await card(page).getByRole('cell', { name: 'Office laptop' }).waitFor();
  await expectAccessible(page, [390, 1366]);

  await page.getByRole('button', { name: 'Account of Ada Okafor' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.locator('.account-button').waitFor({ state: 'detached' });
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
  const [before] = credentials.map(({ signCount }) => signCount);
  await logIn(page, admin.email);
  const after = await device.send('WebAuthn.getCredentials', { authenticatorId });
  expect(after.credentials[0]?.signCount).toBeGreaterThan(before ?? 0);

  await card(page).getByRole('button', { name: 'Remove Office laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Confirm with passkey' }).click();
  await card(page).getByText('No passkeys').waitFor();
  await page.context().close();
});
