import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { closedPeriods, currentPeriod } from '../../shared/periods/period.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { axeFaults } from '../support/axe.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';
import { somePayment } from './some-payment.ts';
import { setTerms } from './paycheck.ts';
import { resize } from '../support/resize.ts';

const path = '/admin/wellnessprogrampayments/memberpayments';
const periodId = closedPeriods(new Date())[0] ?? '';
const names = ['Ada Adams', 'Ben Brook'];
const idOf = (place: number) => `M-3-7-2-P${place}-${periodId}`;

const world = useWorld();
const portal = usePortal();
let page: Page;
beforeAll(async () => {
  await setTerms('2', { programPaymentTypeId: 3 });
  for (const [index, memberFullName] of names.entries())
    await transact(
      ...paymentChange(
        null,
        somePayment({
          id: idOf(index),
          kind: 'member',
          programPaymentTypeId: 3,
          paymentTypeId: 7,
          partnerId: '2',
          memberId: `P${index}`,
          memberFullName,
          periodId,
          totalPayment: 25_00,
          amountToBeSent: 25_00,
        }),
      ),
    );
  const { email } = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(email, '/admin/partners/list', { reducedMotion: 'reduce' });
});

const flag = async (gmrAddProgram: boolean) => {
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram }, 'test', new Date());
  await page.goto(portal.address + path);
};

it('is visible only with its flag, and shows nothing until all four filters are set', async () => {
  await flag(false);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await flag(true);
  await page.getByText("The payments of the partner's members appear here.").waitFor();
  expect(await page.locator('caption').allTextContents()).toEqual(['Member payments']);
  for (const name of ['View', 'Download', 'Generate'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
  // dues do not depend on the facilities' reports
  expect(await page.getByText(/ closes on /i).count()).toBe(0);
  const programs = page.getByLabel('Program Payment Type').locator('option');
  expect(await programs.count()).toBe(2);
  // the specified default: dues of partner-member-paid programs
  const begun = ['Program Payment Type', 'Payment Type', 'Partner'].map((label) =>
    page.getByLabel(label, { exact: true }).inputValue(),
  );
  expect(await Promise.all(begun)).toEqual(['3', '6', '']);
  const chosen = page.getByRole('link', { name: 'Member Payments' }).locator('visible=true').last();
  await resize(page, { width: 390, height: 844 });
  await page.reload();
  await expect
    .poll(() => chosen.evaluate((tab) => Math.round(tab.getBoundingClientRect().right)))
    .toBeLessThanOrEqual(390 - 16);
  await resize(page, { width: 1366, height: 900 });
});

const locked = 'Closed period: Monthly dues collecting is locked';

it('does not offer to generate dues of a month that is over, and gives the lock once with the reason', async () => {
  const open = (period: string) =>
    page.goto(`${portal.address}${path}?program=3&type=6&partner=all&period=${period}`);
  const generate = page.getByRole('button', { name: 'Generate', exact: true });
  await open(periodId);
  await page
    .getByText(/No dues of \w+ \d+ were sent to the bank, so they can no longer be generated\./)
    .waitFor();
  expect(await generate.count()).toBe(0);
  await page.getByRole('alert').getByText(locked).waitFor();
  expect(await page.getByText(locked).count()).toBe(1);
  // no payments will follow
  await page.getByText(/^No payments for \w+ \d+$/).waitFor();
  await open(currentPeriod(new Date()));
  await expect.poll(() => generate.isEnabled()).toBe(true);
  await page.goto(portal.address + path);
});

it('shows who receives what, and cancels selected payments with a reason', async () => {
  // two filter changes before the page renders again
  await page
    .getByLabel('Partner', { exact: true })
    .locator('option', { hasText: 'Partner 2' })
    .waitFor({ state: 'attached' });
  await page.evaluate(
    (chosen) => {
      for (const [label, value] of Object.entries(chosen)) {
        const select = [...document.querySelectorAll('label')].find(
          ({ textContent }) => textContent === label,
        )?.control as HTMLSelectElement;
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    { 'Payment Type': '7', Partner: world.other.partner.id },
  );
  await page.getByRole('link', { name: 'Ada Adams' }).waitFor();
  await page.getByRole('columnheader', { name: 'Amount to be deposited' }).waitFor();
  await page.getByText('Total Reimbursement Amount').waitFor();
  await page.getByText(/ closes on /i).waitFor();
  await page.getByText('$50.00').first().waitFor();
  const named = page
    .getByRole('cell', { name: 'Ada Adams', exact: true })
    .or(page.getByRole('rowheader', { name: 'Ada Adams', exact: true }));
  expect(await named.first().evaluate((cell) => getComputedStyle(cell).position)).toBe('sticky');
  expect(await axeFaults(page)).toEqual([]);
  const row = page.getByRole('checkbox', { name: 'Select Ada Adams' });
  await row.check();
  // the selection of all matching payments ends with the selection of rows
  await page.getByRole('button', { name: 'Select all matching payments' }).click();
  await page.getByText(/^All payments of .* that match$/).waitFor();
  await row.uncheck();
  await row.check();
  await page.getByText('1 payment marked').waitFor();
  await page.getByRole('button', { name: 'Cancel payments' }).click();
  const popup = page.getByRole('dialog');
  await popup.getByText('1 payment, $25.00 in total.').waitFor();
  await popup.getByLabel('Reason').fill('Left the company in May');
  await popup.getByRole('button', { name: 'Cancel 1 payment' }).click();
  await confirmIdentity(page);
  await page.getByText('Canceled by HC').first().waitFor();
  expect(await loadPayment(idOf(0))).toMatchObject({ status: 4 });
  await page
    .getByRole('button', { name: /Ada Adams/ })
    .first()
    .click();
  await popup.getByText('Left the company in May').waitFor();
  await popup.getByText('Pay again', { exact: true }).click();
  await popup.getByLabel('Reason').fill('The wrong row was selected.');
  expect(await axeFaults(page)).toEqual([]);
  await popup.getByRole('button', { name: 'Request to pay again' }).click();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
});

it('shows the total of all partners above their rows, and downloads the payments of all', async () => {
  await page.goto(`${portal.address}${path}?program=3&type=7&partner=all&period=${periodId}`);
  await page.getByRole('row', { name: /Partner 2/ }).waitFor();
  const total = page.locator('dl > div', { hasText: 'Total Reimbursement Amount' });
  await total.getByText('$50.00').waitFor();
  await page.getByRole('list', { name: 'Money of the month' }).getByText('$25.00').first().waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toContain('All partners');
});

it('lists the members of a preview with links to their pages, and a failure in its dialog', async () => {
  await page.goto(`${portal.address}${path}?program=3&type=7&partner=2&period=${periodId}`);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const popup = page.getByRole('dialog', { name: 'Generate again' });
  await popup.getByText('Removed').first().waitFor();
  expect(await popup.getByRole('link', { name: 'Ben Brook' }).getAttribute('href')).toBe('/admin/members/P1');
  // the message bar is inert below the dialog
  await page.route('**/generate*', (route) => route.abort());
  await popup.getByRole('button', { name: 'Re-generate' }).click();
  await popup.getByText('Request failed. Your changes have not been saved.').waitFor();
  await page.unroute('**/generate*');
  await popup.getByRole('button', { name: 'Cancel' }).click();
});

it('reports that dues of a past month are locked, and does not offer to send them', async () => {
  const month = closedPeriods(new Date())[2] ?? '';
  await transact(
    ...paymentChange(
      null,
      somePayment({
        id: `M-3-6-2-P0-${month}`,
        kind: 'member',
        programPaymentTypeId: 3,
        paymentTypeId: 6,
        partnerId: '2',
        memberId: 'P0',
        memberFullName: 'Ada Adams',
        periodId: month,
        totalPayment: 31_50,
        amountToBeSent: 31_50,
      }),
    ),
  );
  await page.goto(`${portal.address}${path}?program=3&type=6&partner=2&period=${month}`);
  await page.getByRole('alert').getByText(locked).waitFor();
  await page.getByRole('link', { name: 'Ada Adams' }).waitFor();
  expect(await page.getByRole('button', { name: 'Send To US Bank' }).isDisabled()).toBe(true);
  // the reason applies to dues only
  await page.getByLabel('Payment Type', { exact: true }).selectOption('7');
  await page.getByRole('alert').getByText(locked).waitFor({ state: 'detached' });
});
