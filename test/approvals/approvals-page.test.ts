import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { memberDues, partnerFees, returned } from '../../shared/payments/payment.ts';
import { givenPayments } from '../bank-files/runs.ts';
import { setTerms } from '../payments/paycheck.ts';
import { somePayment } from '../payments/some-payment.ts';
import { axeFaults } from '../support/axe.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { resize } from '../support/resize.ts';

const world = useWorld();
const portal = usePortal();
const periodId = currentPeriod(new Date());
let page: Page;

beforeAll(async () => {
  await setTerms('1', { programPaymentTypeId: 2 });
  await setTerms('2', { programPaymentTypeId: 3 });
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', new Date());
  const dues = { kind: 'member', paymentTypeId: memberDues, periodId } as const;
  const fees = { kind: 'partner', programPaymentTypeId: 2, paymentTypeId: partnerFees, periodId } as const;
  await givenPayments([
    somePayment({ ...dues, id: 'D1', programPaymentTypeId: 2, totalPayment: 24_00, amountToBeSent: 24_00 }),
    somePayment({
      ...dues,
      id: 'D2',
      programPaymentTypeId: 3,
      partnerId: '2',
      totalPayment: 36_00,
      amountToBeSent: 36_00,
    }),
    somePayment({
      ...fees,
      id: 'F1',
      payeeToken: 'payee-F1',
      totalPayment: 120_00,
      amountToBeSent: 120_00,
    }),
    somePayment({ ...fees, id: 'F3', partnerId: '3', totalPayment: 15_00, amountToBeSent: 15_00 }),
    somePayment({
      ...fees,
      id: 'F2',
      partnerId: '2',
      status: returned,
      totalPayment: 80_00,
      amountToBeSent: 80_00,
    }),
  ]);
  const { email } = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(email, '/admin/months', { reducedMotion: 'reduce' });
  await resize(page, { width: 1366, height: 900 });
});

/** Returns the amount of a status on the payments page that is open; 0 without such payments. */
async function amountOf(status: string): Promise<number> {
  const heading = page.getByRole('heading', { level: 1, name: / payments$/ });
  await heading.waitFor();
  const button = page.getByRole('button', { name: 'Show amounts' });
  await button
    .or(page.getByText(/^No payments for /))
    .first()
    .waitFor();
  if ((await button.count()) === 0) return 0;
  await button.click();
  const row = page
    .getByRole('table', { name: 'Amounts by status' })
    .getByRole('row')
    .filter({ hasText: status });
  const text = (await row.count()) === 0 ? '' : await row.textContent();
  return Number(/\$([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? 0);
}

const dollarsIn = (text: string | null): number =>
  Number(/\$([\d,.]+\d)/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? 0);

/** Returns the amount that the open payments page excludes from sending, and whether its payments are listed. */
async function excludedAmount(isReview: boolean): Promise<{ amount: number; isListed: boolean }> {
  const region = page.getByRole('region', { name: 'Payments excluded' });
  await page
    .getByRole('button', { name: 'Send To US Bank' })
    .or(page.getByText(/^No payments for /))
    .first()
    .waitFor();
  if ((await region.count()) === 0) return { amount: 0, isListed: false };
  const isListed = (await region.locator('details[open]').count()) === 1;
  const groups = await region.locator('details > .bank-excluded:last-of-type > li').allTextContents();
  // a review lists no returned payments, which have a line of their own
  const pending = groups.filter((text) => isReview || !text.includes('Returned by the bank'));
  return { amount: pending.map(dollarsIn).reduce((sum, amount) => sum + amount, 0), isListed };
}

/** Returns the statuses of the listed payments, each once. */
async function statusesInTable(): Promise<string[]> {
  const table = page.getByRole('table', { name: / payments of / });
  const statuses = table.locator('tbody .status');
  await statuses.first().waitFor();
  return [...new Set(await statuses.allTextContents())];
}

it('opens from each line of home the payments whose sum is the amount of the line', async () => {
  const lines = page.locator('.month-amounts > li').filter({ hasText: '$' });
  await lines.first().waitFor();
  const found: Record<string, number> = {};
  for (let index = 0; index < (await lines.count()); index += 1) {
    const text = (await lines.nth(index).textContent()) ?? '';
    const links = await lines
      .nth(index)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    let sum = 0;
    for (const link of links) {
      await page.goto(portal.address + link);
      const { amount, isListed } = await excludedAmount(text.startsWith('Review'));
      if (text.startsWith('Review')) expect(isListed, text).toBe(true);
      if (text.startsWith('Review')) sum += amount;
      else if (text.startsWith('Send')) sum += (await amountOf('Pending')) - amount;
      else {
        sum += await amountOf('Returned');
        expect(await statusesInTable(), text).toEqual(['Returned by US Bank']);
      }
    }
    found[text] = sum;
    expect(`$${sum.toFixed(2)}`, text).toBe(/\$[\d,.]+\d/.exec(text)?.[0]);
    await page.goto(`${portal.address}/admin/months`);
    await lines.first().waitFor();
  }
  const titles = Object.keys(found).join('\n');
  for (const title of [
    // the members of these payments do not exist
    /Review \$24\.00 of member dues excluded from sending, member paid/,
    /Review \$36\.00 of member dues excluded from sending, partner and member paid/,
    /Review \$15\.00 of partner fees excluded from sending, member paid/,
    /Send \$120\.00 of partner fees, member paid/,
    /Decide about \$80\.00 of returned partner fees/,
  ])
    expect(titles).toMatch(title);
});

it('lists urgent tasks first on home, and counts the waiting ones in the menu', async () => {
  await page.goto(`${portal.address}/admin/months`);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'To do' }) });
  await card.getByRole('link', { name: /Decide about \$80\.00/ }).waitFor();
  expect(await page.getByText('Administrators.').count()).toBe(0);
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: /^Approvals/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  // a lost key fob waits for the managers of the partner
  await page
    .getByRole('table', { name: 'Waiting for others' })
    .getByText(/Managers of Partner/)
    .first()
    .waitFor();
  for (const width of [390, 1366]) {
    await resize(page, { width, height: 900 });
    expect(await axeFaults(page)).toEqual([]);
  }
});

it('shows a manager and a club their own tasks, each with its page', async () => {
  const { email } = await createUser({ role: 'partnerManager', partnerId: '1' });
  const manager = await portal.visitAs(email, '/partnermanager/todo');
  await resize(manager, { width: 1366, height: 900 });
  await manager.getByRole('link', { name: /Replace key fob/ }).click();
  await manager.getByRole('heading', { level: 1, name: 'Lost key fobs' }).waitFor();
  await expect
    .poll(() => manager.getByRole('navigation', { name: 'Pages' }).textContent())
    .toMatch(/To do\d/);
  const ofClub = await createUser({ role: 'facilityManager', facilityId: world.facility.id });
  const club = await portal.visitAs(ofClub.email, '/facilitymanager/todo');
  await club.getByRole('link', { name: /missing visit on 10\/05\/2026/ }).click();
  await club.getByRole('heading', { level: 1, name: 'Missing visits' }).waitFor();
});
