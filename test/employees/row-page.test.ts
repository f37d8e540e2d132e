import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { setFlags } from '../support/flags.ts';
import { beforeAll, expect, test } from 'vitest';
import { keyFobChange } from '../../functions/employees/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadGridSettings } from '../../functions/users/grid-settings-store.ts';
import { loadUsersByEmail } from '../../functions/users/store.ts';
import { freeKeyFob } from '../../shared/employees/key-fob.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { addMembers, freshPartner } from './people.ts';

// actions of the roster row popup, and why they are refused

const portal = usePortal();
let page: Page;
let withoutFob: string;
let adminEmail: string;

beforeAll(async () => {
  await makeWorld();
  const id = await freshPartner();
  const [waits, noFob, hasFob] = await addMembers(id, 3, (index) => ({
    firstName: ['Wendy', 'Noa', 'Faye'][index],
    lastName: 'Berg',
    invitationStatus: ([3, 4, 4] as const)[index],
    preferredAccessType: index === 1 ? 1 : 0,
    keyFobNumber: ['AC0004', null, 'AC0001'][index],
  }));
  withoutFob = noFob?.id ?? '';
  const at = '2026-09-01T12:00:00.000Z';
  await transact(
    ...keyFobChange(null, { ...freeKeyFob('AC0001', id, at), keyFobStatusId: 1, memberId: hasFob?.id ?? '' }),
    ...keyFobChange(null, freeKeyFob('AC0002', id, at)),
    ...keyFobChange(null, freeKeyFob('AC0003', id, at)),
    ...keyFobChange(null, { ...freeKeyFob('AC0004', id, at), keyFobStatusId: 1, memberId: waits?.id ?? '' }),
  );
  await setFlags({ gmrEnableFeatures: true });
  const admin = await createUser({ role: 'systemAdmin' });
  adminEmail = admin.email;
  page = await portal.visitAs(
    admin.email,
    `/partnerowner/partners/${id}/groupmemberships/employeemanagement`,
  );
});

const row = (name: string) => page.getByRole('button', { name, exact: true });
const popup = () => page.getByRole('dialog');
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());

test('each free key fob has a button with its own name, and Escape returns the focus to it', async () => {
  await row('Free key fob AC0002').waitFor();
  await row('Free key fob AC0003').click();
  await popup().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => popup().count()).toBe(0);
  expect(await focused()).toBe('Free key fob AC0003');
});

test('reassigning validates before it asks for confirmation', async () => {
  await row('Faye Berg').click();
  const field = popup().getByLabel('New key fob');
  const onClick = () => popup().getByRole('button', { name: 'Reassign key fob' }).click();
  for (const [typed, message] of [
    ['AC', 'New key fob must be at least 6 symbols.'],
    ['AC00012345', 'New key fob must be at most 7 symbols.'],
    ['ZZ0001', 'New key fob can have digits and the letters A to E only.'],
    ['ac0001', 'New keyfob cannot match old keyfob.'],
    ['AC0004', 'This key fob is not available for activation.'],
    ['AC0009', 'No key fob of this partner has this number. Check the number printed on it.'],
  ] as const) {
    await field.fill(typed);
    await onClick();
    await popup().getByText(message).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  }
  await field.fill('AC0002');
  await onClick();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await field.inputValue()).toBe('AC0002');
  await onClick();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reassign key fob' }).click();
  await row('Free key fob AC0001').waitFor();
  expect(await focused()).toBe('Faye Berg');
});

test('a member without a key fob is deactivated and reactivated', async () => {
  await row('Noa Berg').click();
  await popup().getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect.poll(async () => (await loadMember(withoutFob)).invitationStatus).toBe(7);
  await row('Noa Berg').click();
  await popup().getByRole('button', { name: 'Activate again' }).click();
  await expect.poll(async () => (await loadMember(withoutFob)).invitationStatus).toBe(4);
});

test('the focus moves to the search field after a row is removed', async () => {
  await row('Free key fob AC0003').click();
  await popup().getByRole('button', { name: 'Delete key fob' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key fob' }).click();
  await expect.poll(() => row('Free key fob AC0003').count()).toBe(0);
  const search = page.getByRole('searchbox', { name: 'Name, email, or key fob' });
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('a view is saved on one device, opened and deleted on another; sorting is off during a search', async () => {
  const search = (of: Page) => of.getByRole('searchbox', { name: 'Name, email, or key fob' });
  expect(await page.locator('thead .sort:disabled').count()).toBe(0);
  await search(page).fill('Berg');
  await page.getByText('Sort order is off while you search.').waitFor();
  expect(await page.locator('thead .sort:enabled').count()).toBe(0);
  expect(await page.locator('thead .sort:disabled').count()).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'Save view' }).click();
  await popup().getByRole('textbox').fill('All Bergs');
  await popup().getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Delete view' }).waitFor();
  const other = await portal.visitAs(adminEmail, new URL(page.url()).pathname);
  // the columns of the opened view are still being saved when the view is deleted
  await other.route('**/grids/**', async (route) => {
    await setTimeout(1500);
    await route.continue();
  });
  await other.getByLabel('View', { exact: true }).selectOption('All Bergs');
  await expect.poll(() => search(other).inputValue()).toBe('Berg');
  await other.getByRole('button', { name: 'Delete view' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await other.getByLabel('View', { exact: true }).waitFor({ state: 'detached' });
  const { id = '' } = (await loadUsersByEmail([adminEmail])).get(adminEmail) ?? {};
  await expect.poll(async () => (await loadGridSettings(id, 'employees'))?.views).toEqual([]);
  await other.context().close();
});

test('the confirmation of a deletion mentions a key fob only if the member has one', async () => {
  const question = page.getByRole('alertdialog');
  for (const [name, text] of [
    ['Noa Berg', 'The membership ends now.'],
    ['Faye Berg', 'The membership ends now. Its key fob becomes available.'],
  ] as const) {
    await page.reload();
    await row(name).click();
    await popup().getByRole('button', { name: 'Delete membership' }).click();
    await question.getByText(text, { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
  }
});
