import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partnerChange } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { makeWorld, somePartner, type World } from '../support/world.ts';
import { somebody } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';

let portal: Portal;
let world: World;
let page: Page;
const withoutProgram = '7101';

beforeAll(async () => {
  world = await makeWorld();
  await transact(...partnerChange(null, somePartner(withoutProgram)));
  const admin = await somebody({ role: 'systemAdmin' });
  portal = await openPortal();
  page = await portal.visitAs(admin.email, '/admin/partners/list');
});
afterAll(() => portal?.close());

const open = (id: string) =>
  page.goto(`${portal.address}/partnerowner/partners/${id}/groupmemberships/general`);
const focused = () =>
  page.evaluate(() => {
    const { name, textContent } = document.activeElement as HTMLInputElement;
    return name || textContent?.trim();
  });

test('Change and Cancel of a program take the focus along', async () => {
  await open(world.own.partner.id);
  const section = page.getByRole('region', { name: 'Fees' });
  await section.getByRole('button', { name: 'Change' }).click();
  await expect.poll(focused).toBe('monthlyInstallment');
  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(focused).toBe('Change');
});

test('a new program tells all its errors at once, before it asks for a confirmation', async () => {
  await open(withoutProgram);
  await page.getByLabel('Program Payment Type').selectOption({ index: 1 });
  await page.getByLabel('Launch Date').fill('2020-01-01');
  await page.getByRole('button', { name: 'Create program' }).click();
  await page.getByText('Admin Fee is required.').waitFor();
  expect(await page.locator('.field-error').allTextContents()).toEqual([
    'Number Of Memberships is required.',
    'Launch Date must be between today and six months ahead.',
    'Program Fee is required.',
    'Admin Fee is required.',
    'Dues for 1 member per month paid to the facility is required.',
  ]);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

test('a dead invitation link says why and what to do', async () => {
  await page.goto(`${portal.address}/invitation/none`);
  await page.getByRole('heading', { level: 1, name: 'This invitation link does not work' }).waitFor();
  await page.getByText('ask your employer or insurer for a new invitation').waitFor();
});
