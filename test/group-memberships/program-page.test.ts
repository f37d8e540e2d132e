import type { Page } from 'playwright-core';
import { setFlags } from '../support/flags.ts';
import { beforeAll, expect, test } from 'vitest';
import { partnerChange } from '../../functions/partners/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { addDays, dateInChicago, showDate } from '../../shared/calendar.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { somePayment } from '../payments/some-payment.ts';
import { axeFaults } from '../support/axe.ts';
import { call } from '../support/call.ts';
import { useWorld, somePartner } from '../support/world.ts';
import { someTerms } from './examples.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const portal = usePortal();
const world = useWorld();
let page: Page;
const withoutProgram = '7101';

beforeAll(async () => {
  await transact(...partnerChange(null, somePartner(withoutProgram)));
  const admin = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(admin.email, '/admin/partners/list');
});

const open = (id: string) =>
  page.goto(`${portal.address}/partnerowner/partners/${id}/groupmemberships/general`);
const focused = () =>
  page.evaluate(() => {
    const focus = document.activeElement;
    return focus?.getAttribute('name') ?? focus?.textContent?.trim();
  });

test('Change and Cancel of a program move the focus', async () => {
  await open(world.own.partner.id);
  const section = page.getByRole('region', { name: 'Fees' });
  await section.getByRole('button', { name: 'Change' }).click();
  await expect.poll(focused).toBe('monthlyInstallment');
  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(focused).toBe('Change');
});

test('notifies the second of two administrators, shows the difference, and keeps the input', async () => {
  const { id } = world.own.partner;
  await open(id);
  const section = page.getByRole('region', { name: 'Fees' });
  await section.getByRole('button', { name: 'Change' }).click();
  await section.getByLabel('Program Fee').fill('15000');
  const body = { ...someTerms(id), adminFee: '300.00' };
  expect((await call(groupMemberships.update, world.admin, { body })).status).toBe(200);
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Someone else saved this while you were editing.').waitFor();
  expect(await section.locator('.conflict-changes li').allTextContents()).toEqual([
    'Admin Fee: $250.00 → $300.00',
  ]);
  await section.getByRole('button', { name: 'Reload and keep my entries' }).click();
  expect(await section.getByLabel('Program Fee').inputValue()).toBe('15000');
  expect(await section.getByLabel('Admin Fee').inputValue()).toBe('300.00');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByRole('button', { name: 'Change' }).waitFor();
  const stored = await call(groupMemberships.get, world.admin, { query: { partnerId: id } });
  expect(stored.body).toMatchObject({ adminFee: 300, monthlyInstallment: 15000 });
});

test('shows which payments changed fees affect, and saves after confirmation', async () => {
  const { id } = world.own.partner;
  const periodId = currentPeriod(new Date());
  const paymentId = `P-1-4-${id}-${periodId}`;
  await transact(
    ...paymentChange(
      null,
      somePayment({ kind: 'partner', id: paymentId, partnerId: id, periodId, partnerBillingTypeId: 2 }),
    ),
  );
  await open(id);
  const section = page.getByRole('region', { name: 'Fees' });
  await section.getByRole('button', { name: 'Change' }).click();
  await section.getByLabel('Admin Fee').fill('400.00');
  await section.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change payments?' });
  await dialog.getByText(/^Partner fees for .* → \$15,400\.00\./).waitFor();
  expect(await axeFaults(page, '[role=alertdialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Save and change payments' }).click();
  await section.getByRole('button', { name: 'Change' }).waitFor();
  expect((await loadPayments([paymentId]))[0]?.totalPayment).toBe(15_400_00);
});

test('shows the old and the new launch date with the payments that change', async () => {
  const { id } = world.own.partner;
  const later = addDays(dateInChicago(new Date()), 60);
  const body = { ...someTerms(id), launchDate: later };
  const { payments } = (await call(groupMemberships.previewUpdate, world.admin, { body })).body;
  expect(payments).not.toEqual([]);
  await open(id);
  const section = page.getByRole('region', { name: 'Program', exact: true });
  await section.getByRole('button', { name: 'Change' }).click();
  await section.getByLabel('Launch Date').fill(later);
  await section.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change payments?' });
  await dialog.getByText(`Launch date: 09/01/2026 → ${showDate(later)}.`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Cancel' }).click();
});

test('shows all errors of a new program before asking for confirmation', async () => {
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

test('shows the missing type of an entered reimbursement and does not create the program', async () => {
  await setFlags({ gmrAddProgram: true });
  await open(withoutProgram);
  await page.getByLabel('Program Payment Type').selectOption({ value: '3' });
  await page.getByLabel('Number Of Memberships').fill('10');
  await page
    .getByLabel('Launch Date')
    .fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  await page.getByLabel('Program Fee').fill('100');
  await page.getByLabel('Admin Fee').fill('10');
  await page.getByLabel('Dues for 1 member per month').fill('20');
  await page.getByLabel('Dues Amount').fill('5');
  await page.getByLabel('Reimbursement Amount').fill('20');
  await page.getByLabel('Visits To Reimburse').fill('12');
  await page.getByRole('button', { name: 'Create program' }).click();
  await page.getByText('Reimbursement Type is required.').waitFor();
  expect(await page.locator('.field-error').allTextContents()).toEqual(['Reimbursement Type is required.']);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  const request = { query: { partnerId: withoutProgram } };
  expect((await call(groupMemberships.get, world.admin, request)).status).toBe(404);
});

test('resumes stopped emails about changed terms and reports if none was sent', async () => {
  let state: Record<string, unknown> = { status: 'failed', done: 5, message: 'The emails stopped.' };
  await page.route('**/api/jobs/told', (route) =>
    route.fulfill({ json: { id: 'told', kind: 'changed terms', total: 7, result: {}, ...state } }),
  );
  await page.route('**/api/jobs/told/resume', (route) => {
    state = { status: 'done', done: 0, message: 'A later change replaced this one.' };
    return route.fulfill({ json: { success: true, jobId: 'told', message: 'Continuing.' } });
  });
  const { id } = world.own.partner;
  await page.goto(`${portal.address}/partnerowner/partners/${id}/groupmemberships/general?job=told`);
  await page.getByText('Emails stopped', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send remaining emails' }).click();
  await page.getByText('No emails sent', { exact: true }).waitFor();
  expect(await page.getByText('Emails sent', { exact: true }).count()).toBe(0);
  await page.getByText('A later change replaced this one.').waitFor();
});

test('a dead invitation link explains the reason and the next step', async () => {
  await page.goto(`${portal.address}/invitation/none`);
  await page.getByRole('heading', { level: 1, name: 'This invitation link does not work' }).waitFor();
  await page.getByText('request a new invitation from your employer or insurer').waitFor();
});
