import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { accountChange } from '../../functions/bank-accounts/account-write-store.ts';
import { loadFacility } from '../../functions/facilities/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { axeFaults } from '../support/axe.ts';
import { defined } from '../support/defined.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const portal = usePortal();
let admin: User;
let page: Page;

beforeAll(async () => {
  await makeWorld();
  admin = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(admin.email, '/admin/facilities');
}, 180_000);

const id = '4100';
const field = (label: string) => page.getByLabel(label, { exact: false });
const save = () => page.getByRole('button', { name: 'Save facility' });

it('shows a facility with its status and saves changes', async () => {
  await page.goto(`${portal.address}/admin/facilities/${id}/general`);
  const state = page.getByRole('combobox', { name: 'State' });
  await expect.poll(() => state.inputValue()).toBe('Minnesota');
  expect(await save().isDisabled()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await state.fill('wisc');
  await page.getByRole('option', { name: 'Wisconsin' }).click();
  await field('ZIP Code').fill('54001');
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'On hold' });
  await field('Until').fill('2027-03-01');
  await save().click();
  await page.getByText('On hold').first().waitFor();
  await expect.poll(() => save().isDisabled()).toBe(true);
  expect(await loadFacility(id)).toMatchObject({
    state: 'WI',
    zipCode: '54001',
    enrollmentStatus: 2,
    statusUntil: '2027-03-01',
  });
  await page.reload();
  await expect.poll(() => state.inputValue()).toBe('Wisconsin');
});

it('states that the bank refused the account', async () => {
  const { payeeToken } = defined(await loadFacility(id));
  const account = defined(await loadBankAccount(payeeToken ?? ''));
  const warning = page.getByText('The bank refused this account.');
  await page.goto(`${portal.address}/admin/facilities/${id}/bankaccount`);
  await page.getByText('Changed on').waitFor();
  expect(await warning.count()).toBe(0);
  const held = { code: 'R03', at: new Date().toISOString() };
  await transact(...accountChange(account, { ...account, held }));
  await page.reload();
  await warning.waitFor();
});
