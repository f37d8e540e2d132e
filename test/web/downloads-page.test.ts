import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { receive } from '../bank-files/received.ts';
import { someMember, useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from './portal.ts';

const world = useWorld();
const portal = usePortal();

async function nameOfDownload(page: Page, button = 'Download'): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return file.suggestedFilename();
}

it('downloads the employees of the selected status, and those of a search', async () => {
  await transact(...memberChange(null, someMember('D1', '1', { invitationStatus: 7, lastName: 'Zyx' })));
  const { email } = await createUser({ role: 'partnerManager', partnerId: '1' });
  const employees = '/partnermanager/groupmemberships/employeemanagement';
  const page = await portal.visitAs(email, `${employees}?status=7`);
  await page.getByText('Zyx').first().waitFor();
  expect(await nameOfDownload(page)).toMatch(/^Employees On hold /);
  await page.goto(`${portal.address}${employees}?filter=zyx`);
  await page.getByText('Zyx').first().waitFor();
  expect(await nameOfDownload(page)).toMatch(/^Employees found /);
  await page.goto(portal.address + employees);
  await page.getByText('Zyx').first().waitFor();
  expect(await nameOfDownload(page)).toMatch(/^Employees \d/);
});

it('labels a download that contains more than the search finds', async () => {
  await receive(world.admin, 'no bank file', 'find-me.txt');
  const { email } = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(email, '/admin/bankfiles/received');
  await page.getByText('find-me.txt').first().waitFor();
  await page.getByRole('button', { name: 'Download', exact: true }).waitFor();
  await page.goto(`${portal.address}/admin/bankfiles/received?filter=find`);
  await page.getByText('find-me.txt').first().waitFor();
  await page.getByRole('button', { name: 'Download all', exact: true }).waitFor();
});

it('shows what was saved after the response was lost, and saves again without a conflict', async () => {
  const { email } = await createUser({ role: 'partnerManager', partnerId: '1' });
  const page = await portal.visitAs(email, '/partnermanager/groupmemberships/payroll');
  const code = page.getByLabel('Pay Code of Reimbursements');
  const save = page.getByRole('button', { name: 'Save payroll settings' });
  await code.fill('FIRST');
  await page.route(
    '**/api/payroll/*/settings',
    async (route) => {
      await route.fetch();
      return route.abort();
    },
    { times: 1 },
  );
  await save.click();
  await page.getByText('This page shows what is saved now.').waitFor();
  await expect.poll(() => code.inputValue()).toBe('FIRST');
  await code.fill('SECOND');
  await save.click();
  await page.getByText('settings were saved').first().waitFor();
  expect(await page.getByText('Someone else changed').count()).toBe(0);
});

it('states which pay codes earlier payroll files have, and requires no optional checkbox', async () => {
  const { email } = await createUser({ role: 'partnerManager', partnerId: '1' });
  const page = await portal.visitAs(email, '/partnermanager/groupmemberships/payroll');
  await page.getByText('also apply to earlier files when you download them again').waitFor();
  await page.goto(`${portal.address}/partnermanager/webhooks`);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const option = page.locator('label').filter({ hasText: 'Personal data' });
  await option.waitFor();
  expect(await option.textContent()).toBe('Personal data');
});
