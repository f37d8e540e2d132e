import type { Page } from 'playwright-core';
import { setFlags } from '../support/flags.ts';
import { beforeAll, expect, test } from 'vitest';
import { loadPartner, partnerChange } from '../../functions/partners/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { findUserByEmail, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { addPeriods } from '../../shared/calendar.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { axeFaults } from '../support/axe.ts';
import { defined } from '../support/defined.ts';
import { useWorld, somePartner } from '../support/world.ts';
import { mailsTo, password, createUser } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

// an administrator's journey through a partner, and a manager's through the manager pages

const portal = usePortal();
const world = useWorld();
let admin: User;
let page: Page;

beforeAll(async () => {
  for (let id = 8001; id <= 8023; id++) await transact(...partnerChange(null, somePartner(String(id))));
  admin = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(admin.email, '/admin/partners/list');
}, 180_000);

const open = async (path: string) => {
  await page.goto(portal.address + path);
  await page.locator('h1:not([data-stand-in])').first().waitFor();
};
const partner = (rest: string) => `/partnerowner/partners/${world.own.partner.id}/${rest}`;
const faults = async () => axeFaults(page);

async function releaseAsAnother(): Promise<void> {
  const second = await createUser({ role: 'systemAdmin' });
  const other = await portal.visitAs(second.email, new URL(page.url()).pathname);
  await other.getByRole('button', { name: 'Release' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click();
  await confirmIdentity(other);
  await other.getByText('Editing is locked').waitFor({ state: 'detached' });
}

test('turns the pages of the partners, with the page in the URL', async () => {
  const pages = page.getByRole('navigation', { name: 'Table pages' });
  await pages.getByText('1–10 of 25').waitFor();
  await pages.getByRole('button', { name: 'Next page' }).click();
  await pages.getByText('11–20 of 25').waitFor();
  await page.reload();
  await pages.getByText('11–20 of 25').waitFor();
  await pages.getByRole('button', { name: 'Next page' }).click();
  await pages.getByText('21–25 of 25').waitFor();
  expect(await pages.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  await pages.getByRole('button', { name: 'Previous page' }).click();
  await pages.getByText('11–20 of 25').waitFor();
  await pages.getByLabel('Rows per page').selectOption('20');
  await pages.getByText('1–20 of 25').waitFor();
  expect(new URL(page.url()).search).toBe('?size=20');
  await pages.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('columnheader', { name: 'Partner Name' }).getByRole('button').click();
  await pages.getByText('1–20 of 25').waitFor();
  expect(await faults()).toEqual([]);
  // a list that fails to load is not shown as empty
  await page.route('**/api/partners/list?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await page.getByText('No data found').count()).toBe(0);
  await page.unroute('**/api/partners/list?*');
  await again.click();
  await pages.getByText('1–20 of 25').waitFor();
  // a failed page is retried alone
  await page.route('**/api/partners/list?*', (route) => route.fulfill({ status: 500, json: {} }));
  await pages.getByRole('button', { name: 'Next page' }).click();
  await again.waitFor();
  await page.unroute('**/api/partners/list?*');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await again.click();
  await pages.getByText('21–25 of 25').waitFor();
  await pages.getByRole('button', { name: 'Previous page' }).click();
  await pages.getByText('1–20 of 25').waitFor();
  expect(requests.filter((url) => url.includes('/api/partners/list?'))).toHaveLength(1);
});

test('invites, lists, and deletes a manager after confirmation', async () => {
  await open(partner('dashboard'));
  await page.getByText('1 manager.').waitFor();
  expect(await faults()).toEqual([]);
  await page.getByRole('link', { name: 'View managers' }).click();
  await page.getByRole('link', { name: 'Add Manager' }).click();
  await page.getByLabel('First Name').fill('Ida');
  await page.getByLabel('Last Name').fill('Holm');
  await page.getByLabel('Email').fill('ida@pages.test');
  expect(await faults()).toEqual([]);
  await page.getByRole('button', { name: 'Add and invite' }).click();
  await confirmIdentity(page);
  const row = page.getByRole('row').filter({ hasText: 'ida@pages.test' });
  await row.getByText('Not accepted yet').waitFor();
  expect((await mailsTo('ida@pages.test')).at(-1)).toContain('/userinvitation/');
  expect(await faults()).toEqual([]);
  const invited = defined(await findUserByEmail('ida@pages.test'));
  const emailedLink = invited.emailedLink && {
    ...invited.emailedLink,
    expiresAt: '2026-01-01T12:00:00.000Z',
  };
  await transact(...userChange(invited, { ...invited, emailedLink }));
  await page.reload();
  await row.getByText('Invitation expired').waitFor();
  await row.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await confirmIdentity(page);
  await expect.poll(() => row.count()).toBe(0);
  // a person who never logged in created nothing
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

test('asks what happens to records of a deleted manager after the deletion', async () => {
  const partnerId = world.own.partner.id;
  const { email } = await createUser({
    role: 'partnerManager',
    partnerId,
    firstName: 'Eva',
    lastName: 'Roth',
  });
  await open(partner('partnerInfo/managers/list'));
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await confirmIdentity(page);
  const created = page.getByRole('alertdialog', { name: 'Revoke what Eva Roth created?' });
  await created.waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await created.getByRole('button', { name: 'Keep them' }).click();
  await created.waitFor({ state: 'detached' });
});

test('a replaced account is pending and can be withdrawn; full numbers require a reason', async () => {
  await open(partner('partnerInfo/banking'));
  await page.getByLabel('Routing Number').fill('091000019');
  await page.getByLabel('Account Number').fill('55556666');
  await page.getByRole('button', { name: 'Save bank account' }).click();
  await confirmIdentity(page);
  await page.getByText('Editing is locked: a replaced bank account waits until').waitFor();
  expect(await page.getByLabel('Account Number').isDisabled()).toBe(true);
  expect(await faults()).toEqual([]);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await confirmIdentity(page);
  await page.getByText('Editing is locked').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Retrieve' }).click();
  const popup = page.getByRole('dialog', { name: 'Retrieve the full numbers' });
  await popup.getByLabel('Reason').fill('short');
  await popup.getByRole('button', { name: 'Retrieve' }).click();
  await popup.getByText('Reason must be at least 10 symbols.').waitFor();
  await popup.getByLabel('Reason').fill('The partner asked by phone.');
  await popup.getByRole('button', { name: 'Retrieve' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await popup.getByText('Confirm that it is you to continue.').waitFor();
  await popup.getByRole('button', { name: 'Retrieve' }).click();
  await proof.getByRole('textbox', { name: 'Password' }).fill('Something2026');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await proof.getByText('Incorrect password.').waitFor();
  expect(await faults()).toEqual([]);
  await proof.getByRole('textbox', { name: 'Password' }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('12345001').waitFor();

  // full numbers are hidden again after another account is entered or released
  const retrieve = async () => {
    await page.getByRole('button', { name: 'Retrieve' }).click();
    await popup.getByLabel('Reason').fill('The partner asked by phone.');
    await popup.getByRole('button', { name: 'Retrieve' }).click();
    await page.getByText('12345001').waitFor();
  };
  await page.getByLabel('Routing Number').fill('091000019');
  await page.getByLabel('Account Number').fill('55557777');
  await page.getByRole('button', { name: 'Save bank account' }).click();
  await page.getByText('Editing is locked: a replaced bank account waits until').waitFor();
  await page.getByText('12345001').waitFor({ state: 'detached' });
  await retrieve();
  expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(0);
  await page.getByText('Another administrator can release it earlier.').waitFor();
  await releaseAsAnother();
  await page.reload();
  await page.getByRole('heading', { name: 'Current linked account' }).waitFor();
  await page.locator('main').getByText('7777').first().waitFor();
  expect(await page.getByText('12345001').count()).toBe(0);
});

test('billing replaces banking when programs are added directly', async () => {
  const flags = { ...allOff, gmrAddProgram: true };
  await setFlags(flags);
  await open(partner('partnerInfo/billing'));
  const tabs = page.getByRole('navigation', { name: 'Partner information' });
  await tabs.getByRole('link', { name: 'Partner Managers' }).waitFor();
  expect(await tabs.getByRole('link', { name: 'Banking Info' }).count()).toBe(0);
  await page.getByLabel('Billing Type').selectOption('ACH payment to HC');
  expect(await page.getByLabel('Account Number').count()).toBe(0);
  await page.getByLabel('Billing Type').selectOption('Direct from Bank Account');
  await page.getByRole('button', { name: 'Retrieve' }).click();
  const popup = page.getByRole('dialog', { name: 'Retrieve the full numbers' });
  await popup.getByLabel('Reason').fill('The partner asked by phone.');
  await popup.getByRole('button', { name: 'Retrieve' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('textbox', { name: 'Password' }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('55557777').waitFor();
  await page.getByLabel('Routing Number').fill('091000019');
  await page.getByLabel('Account Number').fill('55558888');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmIdentity(page);
  await page.getByText('Another administrator can release it earlier.').waitFor();
  await releaseAsAnother();
  await page.reload();
  await page.locator('main').getByText('8888').first().waitFor();
  expect(await page.getByText('55557777').count()).toBe(0);
  await page.getByLabel('Billing Type').selectOption('ACH payment to HC');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmIdentity(page);
  await page.getByText('The billing information was saved.').waitFor();
  expect(await faults()).toEqual([]);
});

test('a manager uses the manager pages on a phone in dark mode', async () => {
  const stored = await loadPartner(world.own.partner.id);
  await transact(...partnerChange(stored, { ...stored, partnerBillingTypeId: 2 }));
  const manager = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
  const phone = await portal.visitAs(manager.email, '/partnermanager', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  const validate = async (title: string | RegExp) => {
    await phone.getByRole('heading', { level: 1, name: title }).waitFor();
    await phone.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFaults(phone), String(title)).toEqual([]);
  };
  await validate(/^Welcome/);
  await expect.poll(() => phone.locator('.welcome-pictures figure').count()).toBe(3);
  // without access to the numbers, only the linked account is shown
  await phone.getByRole('heading', { name: 'Current linked account' }).waitFor();
  expect(await phone.getByRole('button', { name: 'Retrieve' }).count()).toBe(0);
  expect(await phone.getByText('Payee token').count()).toBe(0);
  await phone
    .getByText('The Wellport support team')
    .getByRole('link', { name: /^\(\d{3}\) \d{3}-\d{4}$/ })
    .waitFor();
  await phone.goto(`${portal.address}/partnermanager/groupmemberships/employeemanagement`);
  await validate('Employee Management');
  const more = phone.getByRole('button', { name: 'More', exact: true });
  await more.press('Enter');
  expect(await axeFaults(phone, '.more-actions')).toEqual([]);
  await phone.getByRole('button', { name: 'Member report' }).press('Escape');
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await phone.getByRole('button', { name: 'Member report' }).count()).toBe(0);
  await more.press('Enter');
  await phone.getByRole('button', { name: 'Upload history' }).press('Enter');
  await phone.getByRole('dialog', { name: 'Upload history' }).waitFor();
  for (const [path, title] of [
    ['groupmemberships/visitlog', 'Visit log'],
    ['activity', 'Activity'],
    ['profile/changepassword', /password/i],
  ] as const) {
    await phone.goto(`${portal.address}/partnermanager/${path}`);
    await validate(title);
  }
  await phone.goto(`${portal.address}/partnermanager/groupmemberships/payments`);
  await validate('Monthly payments');
  const [from, to = ''] = await Promise.all(
    ['From', 'To'].map((label) => phone.getByLabel(label, { exact: true }).inputValue()),
  );
  expect(to).toBe(closedPeriods(now())[0]);
  expect(from).toBe(addPeriods(to, -5));
  await phone.goto(`${portal.address}/partnermanager/profile/general`);
  await validate(/./);
  await phone.getByLabel('First Name').fill('Ina');
  await phone.getByRole('button', { name: /^Save/ }).click();
  await confirmIdentity(phone);
  await phone.getByText('Saved.').waitFor();
  // a new email takes effect when its link is opened, and the session ends
  const newEmail = `moved-${manager.email}`;
  await phone.getByLabel('Email').fill(newEmail);
  await phone.getByRole('button', { name: /^Save/ }).click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Send link' }).click();
  // the proof of the first change is not valid for a new email
  await confirmIdentity(phone);
  await phone.getByText(`We emailed a link to ${newEmail}.`, { exact: false }).first().waitFor();
  const [link = ''] = /https?:\S+confirmemail\S+/.exec((await mailsTo(newEmail)).at(-1) ?? '') ?? [];
  await phone.goto(link);
  await validate('Confirm your email');
  await phone.getByRole('button', { name: 'Confirm this email' }).click();
  const popup = phone.getByRole('dialog', { name: 'Log in' });
  await popup.waitFor();
  expect((await mailsTo(manager.email)).at(-1)).toContain('This one no longer works');
  await popup.getByRole('textbox', { name: 'Username or email' }).fill(newEmail);
  await popup.getByRole('textbox', { name: 'Password' }).fill(password);
  await popup.getByRole('button', { name: 'Log in' }).click();
  await validate(/^Welcome/);
  await phone.context().close();
});
