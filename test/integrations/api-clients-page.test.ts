import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { integrations } from '../../shared/contracts/integrations.ts';
import { expectAccessible } from '../support/axe.ts';
import { call } from '../support/call.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal, signIn } from '../web/portal.ts';

const portal = usePortal();
beforeAll(async () => {
  await makeWorld();
});

const open = async (page: Page, email: string, path: string) => {
  await page.goto(`${portal.address}/?login=true&redirectUrl=${encodeURIComponent(path)}`);
  await signIn(page, email);
  await page.getByRole('heading', { name: 'API clients', level: 1 }).waitFor();
};

it('creates a client, shows its secret once and its calls, and revokes it', async () => {
  const manager = await createUser({ role: 'partnerManager', partnerId: '1' });
  const page = await portal.visit('/');
  await open(page, manager.email, '/partnermanager/apiclients');
  await page.getByRole('button', { name: 'Create a client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a client' });
  await dialog.getByRole('button', { name: 'Create client' }).click();
  await dialog.getByText('Name is required.').waitFor();
  await dialog.getByText('Select at least one scope.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Workday');
  await dialog.getByRole('checkbox', { name: /roster:read/ }).check();
  expect(await dialog.getByRole('checkbox', { name: /checkins:write/ }).count()).toBe(0);
  const year = new Date().getFullYear() + 1;
  await dialog.getByLabel('Expires on').fill(`${year}-06-30`);
  await dialog.getByRole('button', { name: 'Create client' }).click();
  await confirmIdentity(page);
  const secretDialog = page.getByRole('dialog', { name: 'Copy the secret' });
  await secretDialog.locator('code').nth(1).waitFor();
  const [clientId = '', secret = ''] = await secretDialog.locator('code').allTextContents();
  await secretDialog.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(secret);
  await expectAccessible(page, [390, 744, 1366]);
  const used = await call(integrations.scimConfig, undefined, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(used.status).toBe(200);
  await page.getByRole('button', { name: 'Workday' }).click();
  await page.getByText(clientId).waitFor();
  await page.getByText('GET /scim/v2/ServiceProviderConfig').waitFor();
  await expectAccessible(page, [390, 1366]);
  await page.getByRole('button', { name: 'Add a secret' }).click();
  await confirmIdentity(page);
  await secretDialog.getByRole('button', { name: 'Done' }).click();
  const remove = page.getByRole('button', { name: `Remove the secret that ends in ${secret.slice(-4)}` });
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await remove.count()).toBe(1);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the secret' }).click();
  await expect.poll(() => remove.count()).toBe(0);
  await page.getByRole('button', { name: 'Revoke client' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke client' }).click();
  await page.getByRole('heading', { name: 'API clients', level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Workday' }).count()).toBe(0);
});

it('lets administrators name the owner, and clubs send check-ins only', async () => {
  const admin = await createUser({ role: 'systemAdmin' });
  const page = await portal.visit('/');
  await open(page, admin.email, '/admin/apiclients');
  await page.getByRole('button', { name: 'Create a client' }).click();
  await page.getByRole('textbox', { name: 'Owner ID' }).waitFor();
  const facility = await createUser({ role: 'facilityManager', facilityId: '4100' });
  const other = await portal.visit('/');
  await open(other, facility.email, '/facilitymanager/apiclients');
  await other.getByRole('button', { name: 'Create a client' }).click();
  await other.getByRole('checkbox', { name: /checkins:write/ }).waitFor();
  expect(await other.getByRole('checkbox').count()).toBe(1);
});
