import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { somePayment } from './some-payment.ts';
import { resize } from '../support/resize.ts';

const path = '/admin/wellnessprogrampayments/facilitypayments';
const periodId = closedPeriods(new Date())[0] ?? '';
const facilities = ['Kestrel Strength Club Minneapolis Riverside', 'Alder Fitness', 'Quiet Harbor Yoga'];
const idOf = (place: number) => `F-1-6-1-${place}-${periodId}`;

const portal = usePortal();
let page: Page;
beforeAll(async () => {
  await makeWorld();
  for (const [index, facilityName] of facilities.entries())
    await transact(
      ...paymentChange(
        null,
        somePayment({
          id: idOf(index),
          kind: 'facility',
          paymentTypeId: 6,
          facilityId: String(index),
          facilityNumber: `310${index}`,
          facilityName,
          periodId,
          numberOfMembersWhoWillBePaid: 4,
          duesPaidForOneMember: 25_00,
          amountToBeSent: index === 2 ? 90_00 : 100_00,
        }),
      ),
    );
  const { email } = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(email, path, { reducedMotion: 'reduce' });
});

const rows = () => page.locator('tbody tr', { has: page.locator('.amount-cell, .amount-form') });
const rowOf = (facility: string) => rows().filter({ hasText: facility });
const open = async (query = '') => {
  await page.goto(`${portal.address}${path}${query}`);
  await rows().first().waitFor();
};

const isSeen = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return box.width > 0 && top !== null && (element.contains(top) || top.contains(element));
  });

const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

it('after Escape, save, and undo of an amount the focus returns to its row', async () => {
  await resize(page, { width: 1366, height: 900 });
  await open();
  const edit = page.getByRole('button', { name: 'Edit the amount of Alder Fitness' });
  await edit.click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Edit the amount of Alder Fitness');
  await page.keyboard.press('Enter');
  await page.locator('.amount-form textarea').fill('Two members left early');
  await page.locator('.amount-form input').fill('12,50');
  await page.locator('.amount-form input').focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^Amount to be sent must be numeric\. Use a comma only for thousands/).waitFor();
  await page.locator('.amount-form input').fill('12.50');
  await page.keyboard.press('Enter');
  await rowOf('Alder Fitness').getByText('$12.50').waitFor();
  await expect.poll(focused).toBe('Edit the amount of Alder Fitness');
  await rowOf('Alder Fitness').getByRole('button', { name: /^Undo/ }).press('Enter');
  await rowOf('Alder Fitness').getByText('$12.50').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Edit the amount of Alder Fitness');
});

it('an undo that removes the row focuses the next row, and finally the table', async () => {
  const alder = await loadPayment(idOf(1));
  await transact(...paymentChange(alder, { ...alder, amountToBeSent: 80_00 }));
  await open('?corrected=true');
  await page
    .getByText(/Corrected only filters the table and the download\. Sending includes all payments/)
    .waitFor();
  await rowOf('Alder Fitness').getByRole('button', { name: /^Undo/ }).press('Enter');
  await rowOf('Alder Fitness').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Edit the amount of Quiet Harbor Yoga');
  await rowOf('Quiet Harbor Yoga').getByRole('button', { name: /^Undo/ }).press('Enter');
  await page.getByText('No corrected payments').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('table-scroll');
});

it('a popup contains the toasts, so that they can be read and reached above it', async () => {
  await open();
  await page.getByRole('button', { name: 'Edit the amount of Alder Fitness' }).click();
  await page.locator('.amount-form textarea').fill('Two members left early');
  await page.locator('.amount-form input').fill('70');
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast');
  await toast.first().waitFor();
  await rowOf('Alder Fitness').locator('.why-button').click();
  const popup = page.getByRole('dialog');
  await popup.waitFor();
  const close = popup.getByRole('button', { name: 'Close notice' }).first();
  expect(await isSeen(close)).toBe(true);
  await close.focus();
  expect(await focused()).toBe('Close notice');
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  expect(await page.locator('.toasts').count()).toBe(1);
});

it('a concurrent change of an amount is shown with the own entry, which can be saved again', async () => {
  await resize(page, { width: 1366, height: 900 });
  await open();
  const before = await loadPayment(idOf(0));
  await rowOf('Kestrel')
    .getByRole('button', { name: /^Edit the amount/ })
    .click();
  await page.locator('.amount-form textarea').fill('Two members left early');
  await page.locator('.amount-form input').fill('60');
  await transact(...paymentChange(before, { ...before, amountToBeSent: 55_00 }));
  await page.keyboard.press('Enter');
  await page.getByText('Someone else changed this amount from $100.00 to $55.00.').waitFor();
  expect(await page.locator('.amount-form input').inputValue()).toBe('60');
  await page.keyboard.press('Enter');
  await rowOf('Kestrel').getByText('$60.00').waitFor();
  expect((await loadPayment(idOf(0))).amountToBeSent).toBe(60_00);
});
