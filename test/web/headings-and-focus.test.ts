import type { Page } from 'playwright-core';
import { setFlags } from '../support/flags.ts';
import { beforeAll, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { setPin } from '../../functions/users/pin.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { somePayment } from '../payments/some-payment.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from './portal.ts';

const payments = '/admin/wellnessprogrampayments/facilitypayments';
const ofPartner = '/partnerowner/partners/1/groupmemberships';
const portal = usePortal();
let page: Page;

beforeAll(async () => {
  await makeWorld();
  const periodId = closedPeriods(new Date())[0] ?? '';
  await transact(
    ...paymentChange(
      null,
      somePayment({
        id: `F-1-3-1-4100-${periodId}`,
        kind: 'facility',
        paymentTypeId: 3,
        facilityId: '4100',
        facilityNumber: '4100',
        facilityName: 'Harbor Gym 4100',
        periodId,
        payeeToken: 'payee-facility-4100',
      }),
    ),
  );
  await setFlags({ gmrAddProgram: true });
  const admin = await createUser({ role: 'systemAdmin' });
  await setPin(admin.id, '246810', new Date());
  page = await portal.visitAs(admin.email, payments, { reducedMotion: 'reduce' });
});

const open = (path: string) => page.goto(portal.address + path);
const dialog = () => page.locator('dialog[open]');
const click = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** Returns the focused element by name or text; undefined if it is outside an open popup. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    const popup = document.querySelector('dialog[open]');
    if (popup && !popup.contains(element)) return undefined;
    return element?.getAttribute('name') ?? element?.textContent?.trim();
  });

it.each([
  ['the payments', payments, 'Facility payments', '**/api/partners/programpaymenttype/*'],
  ['the visit log', `${ofPartner}/visitlog`, 'Visit log', '**/api/periods/untilCurrent*'],
  ['the pages of a partner', `${ofPartner}/visitlog`, 'Loading the partner', '**/api/partners/get?*'],
])('%s have their h1 while they load and after a failure', async (_, path, title, call) => {
  const go = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await go.promise;
    await route.fulfill({ status: 500, json: { message: 'Something went wrong.', requestId: 'r-1' } });
  });
  await open(path);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  go.resolve();
  await page.getByText('r-1').first().waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await page.unroute(call);
});

it('moves the focus through the popups of the bank file, and restores it', async () => {
  await open(`${payments}?program=1`);
  await click('Send To US Bank');
  await dialog().getByText('Total credits').waitFor();
  expect(await focused()).toBeDefined();
  await dialog().getByRole('button', { name: 'Send 1 file to US Bank' }).click();
  await expect.poll(focused).toBe('pin');
  await page.keyboard.press('Escape');
  await dialog().getByText('Total credits').waitFor();
  expect(await focused()).toBeDefined();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Send To US Bank');
});

it('generates payments of an open month after a confirmation, and removes toasts when the job ends', async () => {
  let status = 'running';
  const begun: string[] = [];
  await page.route('**/api/facilitypayments/generate', (route) => {
    begun.push(route.request().postData() ?? '');
    return route.fulfill({ json: { success: true, jobId: 'generation' } });
  });
  await page.route('**/api/jobs/generation', (route) => {
    const counts = { done: 0, total: 1, message: 'Counting.', result: { added: 1 } };
    return route.fulfill({ json: { id: 'generation', kind: 'facility payments', status, ...counts } });
  });
  // delay the closed months: until they load, the page cannot know that this month is open
  await page.route('**/api/periods/closedusageperiod/list*', async (route) => {
    const response = await route.fetch();
    await page.getByRole('button', { name: 'Generate', exact: true }).waitFor();
    await route.fulfill({ response });
  });
  await open(`${payments}?program=2`);
  await click('Generate');
  await dialog().getByText('Members who are activated before then are not in these payments.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect(begun).toEqual([]);
  await click('Generate');
  await dialog().getByRole('button', { name: 'Generate' }).click();
  await page.getByText('Generating payments').waitFor();
  expect(begun).toHaveLength(1);

  await open(`${payments}?program=1&job=generation`);
  await page.getByText('Show amounts').click();
  await page.getByRole('row', { name: /^Pending 1 \$100\.00$/ }).waitFor();
  await page.getByRole('button', { name: /^Edit the amount/ }).click();
  await page.locator('.amount-form input').fill('70');
  await page.getByLabel(/^Reason, /).fill('Agreed with the club.');
  await page.locator('.amount-form input').press('Enter');
  const toast = page.locator('.toast').first();
  await toast.waitFor();
  // the totals by status include the corrected amount
  await page.getByRole('row', { name: /^Pending 1 \$70\.00$/ }).waitFor();
  // a toast stays while it has the pointer
  await toast.hover();
  status = 'done';
  await page.getByText('Payments generated').waitFor();
  await toast.waitFor({ state: 'detached' });
});

it('removes the initial toast of a job that has ended at the first poll', async () => {
  await page.route('**/api/employeemanagement/keyfobs/create', (route) =>
    route.fulfill({ json: { success: true, jobId: 'quick', message: 'Adding key fobs.' } }),
  );
  await page.route('**/api/jobs/quick', async (route) => {
    await page.locator('.toast').getByText('Adding key fobs.').waitFor();
    // a toast stays while it has the pointer
    await page.locator('.toast').hover();
    const counts = { done: 2, total: 2, message: 'Done.', result: { added: 2 } };
    return route.fulfill({ json: { id: 'quick', kind: 'key fobs', status: 'done', ...counts } });
  });
  await open(`${ofPartner}/employeemanagement`);
  await click('Add key fobs');
  await dialog().locator('[name=first]').fill('A00000');
  await dialog().locator('[name=last]').fill('A00001');
  await dialog().getByRole('button', { name: 'Add key fobs' }).click();
  await dialog().locator('.job-results').waitFor();
  await page.locator('.toast').waitFor({ state: 'detached' });
});
