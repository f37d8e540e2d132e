import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal, signIn } from '../web/portal.ts';

const portal = usePortal();
beforeAll(async () => {
  await makeWorld();
  await transact(...memberChange(null, someMember('R1', '1', { invitationStatus: 2 })));
});

async function open(page: Page, email: string, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`${portal.address}/?login=true&redirectUrl=${encodeURIComponent(path)}`);
  await signIn(page, email);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
}

const sidebar = async (page: Page): Promise<string[]> => {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await links.first().waitFor();
  return links.allTextContents();
};

it('lists only the pages of the manager’s access, and explains read-only access', async () => {
  const financeManager = await createUser({
    role: 'partnerManager',
    partnerId: '1',
    managerAccess: 'finance',
  });
  const finance = await portal.visit('/');
  await open(finance, financeManager.email, '/partnermanager/dashboard', /Welcome/);
  await expect
    .poll(() => sidebar(finance))
    .toEqual(['Home', 'To do', 'Payments', 'Costs', 'Payroll', 'Profile']);
  await finance.getByText('Next payment').waitFor();
  expect(await finance.getByText('Last file').count()).toBe(0);
  await expectAccessible(finance, [390, 1366]);
  await finance.goto(`${portal.address}/partnermanager/groupmemberships/employeemanagement`);
  await finance.getByText('You are not authorized to access the page').first().waitFor();
  const readManager = await createUser({ role: 'partnerManager', partnerId: '1', managerAccess: 'read' });
  const read = await portal.visit('/');
  await open(read, readManager.email, '/partnermanager/apiclients', 'API clients');
  await read.getByText('Your access is read only').waitFor();
  expect(await sidebar(read)).toContain('Access review');
  await read.goto(`${portal.address}/partnermanager/accessreview`);
  await read.getByText('Managers with full access can revoke API clients.').waitFor();
  await read.goto(`${portal.address}/partnermanager/dashboard`);
  await read.getByText('They have not responded to the invitation.').waitFor();
  expect(await read.getByRole('button', { name: /^Remind/ }).count()).toBe(0);
});

it('lets an administrator limit a manager, and a manager record the access review', async () => {
  const admin = await createUser({ role: 'systemAdmin' });
  const limited = await createUser({
    role: 'partnerManager',
    partnerId: '1',
    firstName: 'Ola',
    lastName: 'Ness',
  });
  const page = await portal.visit('/');
  const list = '/partnerowner/partners/1/partnerInfo/managers/list';
  await open(page, admin.email, list, 'Partner Managers');
  await page.goto(`${portal.address}${list.replace('list', `edit/${limited.id}`)}`);
  await page.getByLabel('Access').selectOption({ label: 'Roster only: members, key fobs, and visits' });
  await expectAccessible(page, [390, 1366]);
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmIdentity(page);
  await page.getByRole('row', { name: /Ness/ }).getByText('Roster only').waitFor();
  const reviewer = await createUser({ role: 'partnerManager', partnerId: '1' });
  const other = await portal.visit('/');
  await open(other, reviewer.email, '/partnermanager/accessreview', 'Access review');
  await other
    .getByRole('row', { name: /Ola Ness/ })
    .getByText('Roster only')
    .waitFor();
  await other.getByText('Not reviewed yet').waitFor();
  await expectAccessible(other, [390, 744, 1366]);
  await other.getByRole('button', { name: 'Record review' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Record review' }).click();
  await other.getByText(/Last reviewed on/).waitFor();
});

it('keeps the name and email when an administrator enters a password instead of an invitation', async () => {
  const admin = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(admin.email, '/partnerowner/partners/1/partnerInfo/managers/add');
  await page.getByLabel('First Name').fill('Mia');
  await page.getByLabel('Last Name').fill('Ness');
  await page.getByLabel('Email').fill('mia@people.test');
  const kind = page.getByRole('combobox', { name: 'Password' });
  await kind.selectOption('password');
  await page.getByRole('textbox', { name: 'Confirm Password' }).waitFor();
  expect(await page.getByLabel('First Name').inputValue()).toBe('Mia');
  expect(await page.getByLabel('Email').inputValue()).toBe('mia@people.test');
  await kind.selectOption('invitation');
  expect(await page.getByLabel('Last Name').inputValue()).toBe('Ness');
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await confirmIdentity(page);
  await page.getByRole('row', { name: /Mia/ }).waitFor();
});
