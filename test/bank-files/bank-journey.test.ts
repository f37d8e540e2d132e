import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { put } from '../../functions/table/put-item.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import {
  addBankingDays,
  addPeriods,
  dateInChicago,
  periodName,
  periodOf,
  periodStart,
} from '../../shared/calendar.ts';
import type { MemberPayment, Payment } from '../../shared/payments/payment.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { setTerms } from '../enrollment/sign.ts';
import { axeFaults } from '../support/axe.ts';
import { onClick } from '../support/forms.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { signedAgreementOf } from '../support/builders.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';
import { submitBankForm } from './bank-stand-in.ts';
import { sendToBank, statusesOf } from './received.ts';
import {
  check,
  finishEverything,
  givenPayments,
  givePin,
  outboxText,
  paymentsAsStored,
  pin,
  send,
  setClock,
  somePayment,
  useBankWorld,
} from './runs.ts';
import { defined } from '../support/defined.ts';
import { testDues } from './member-runs.ts';

const newest = closedPeriods(new Date())[0] ?? '';
const world = useBankWorld();
const portal = usePortal();
let [one, two]: Page[] = [];

beforeAll(async () => {
  const people = [await createUser({ role: 'systemAdmin' }), await createUser({ role: 'systemAdmin' })];
  for (const { id } of people) await givePin(id);
  const visit = (email = '') =>
    portal.visitAs(email, '/admin/months', {
      reducedMotion: 'reduce',
      viewport: { width: 1366, height: 900 },
    });
  [one, two] = [await visit(people[0]?.email), await visit(people[1]?.email)];
});

const first = (): Page => defined(one);
const second = (): Page => defined(two);
const dialog = (page: Page): Locator => page.locator('dialog[open]');
const open = (page: Page, path: string) => page.goto(portal.address + path);
const workOff = async () => {
  for (let running = await allRunningJobs(); running.length > 0; running = await allRunningJobs())
    for (const { id } of running) await runJob(id);
};
const bankDoes = async (form: Record<string, string>) => {
  await submitBankForm(form);
  await workOff();
};
/** Sends without a response: the page cannot state that nothing was sent. */
async function sendWithoutResponse(page: Page): Promise<void> {
  await page.route('**/ach/send*', (route) => route.abort());
  await onClick(dialog(page), 'Send 1 file to US Bank');
  await dialog(page).locator('[name=pin]').fill(pin);
  await onClick(dialog(page), 'Send 1 file to US Bank');
  await dialog(page)
    .getByText(/If only the response was lost, the changes were saved/)
    .waitFor();
  expect(await dialog(page).getByText('Nothing was sent.').count()).toBe(0);
  await page.unroute('**/ach/send*');
  await onClick(dialog(page), 'Back');
}
async function requestApproval(page: Page): Promise<void> {
  await onClick(dialog(page), 'Request approval');
  await dialog(page).locator('[name=pin]').fill(pin);
  await onClick(dialog(page), 'Request approval');
  await dialog(page).getByText('Waiting for another administrator').waitFor();
}
/** Refuses the open file of another administrator, who finds the reason on home and requests approval again. */
async function refuseAndRequestAgain(page: Page, requester: Page): Promise<void> {
  await onClick(dialog(page), 'Refuse');
  const reason = page.getByRole('dialog', { name: 'Refuse this file' });
  await reason.locator('[name=note]').fill('The note of the club is missing.');
  await onClick(reason, 'Refuse');
  await reason.waitFor({ state: 'detached' });
  await open(requester, '/admin/months');
  await requester
    .getByText(/ refused the request of .*: “The note of the club is missing\.”/)
    .first()
    .waitFor();
  await requester.getByRole('link', { name: /^Check again 1 payment: / }).click();
  await requestApproval(requester);
  await open(page, '/admin/months');
  await page.getByRole('link', { name: /^Approve 1 payment: / }).click();
  await dialog(page)
    .getByText(/ confirmed this file$/)
    .waitFor();
}
async function confirmSending(page: Page): Promise<void> {
  await onClick(dialog(page), 'Send 1 file to US Bank');
  await dialog(page).locator('[name=pin]').fill(pin);
  await onClick(dialog(page), 'Send 1 file to US Bank');
  await expect.poll(async () => (await allRunningJobs()).length).toBeGreaterThan(0);
  await workOff();
  await dialog(page).getByText('The file was sent.').waitFor();
  await onClick(dialog(page), 'Done');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Send by bank file');
}
async function complete(file: string): Promise<void> {
  for (const action of ['acknowledge', 'settle']) await bankDoes({ file, action });
  const { effectiveDate } = await loadBankFile(file);
  const settled = new Date(`${addBankingDays(effectiveDate, 3)}T12:00:00Z`);
  for (const id of await beginSettlements(settled)) await runJob(id);
}
/** Creates a payment in a separate month, newest first, that the partner's list displays. */
let months = 0;
async function givenPayment(amount: number, overrides: Partial<Payment> = {}): Promise<Payment> {
  const period = addPeriods(newest, -months);
  months += 1;
  const { id: partnerId } = world.own.partner;
  const payment = somePayment(`P-1-4-${partnerId}-${period}`, {
    partnerId,
    periodId: period,
    totalPayment: amount,
    amountToBeSent: amount,
    ...(overrides as object),
  });
  await givenPayments([payment]);
  return payment;
}

it('a payment is corrected, sent by two administrators, acknowledged, settled, and proved; a modified ledger entry is found', async () => {
  const settings = defined(environmentBankSettings);
  const before = { ...settings.twoPersons };
  settings.twoPersons.above = 25_000_00;
  const payment = await givenPayment(30_000_00);
  await open(first(), '/admin/months');
  await first()
    .locator(`a[href*="period=${payment.periodId}"]`, { hasText: /^Send \$[\d,.]+ of partner fees/ })
    .click();
  await first()
    .getByRole('button', { name: /^Edit the amount of/ })
    .first()
    .click();
  await first().locator('.amount-form textarea').fill('Two members left early');
  await first().locator('.amount-form input').fill('26000.00');
  await onClick(first(), 'Save the amount');
  await first().getByText('$26,000.00').first().waitFor();
  await onClick(first(), 'Send To US Bank');
  await requestApproval(first());
  expect(await statusesOf([payment])).toEqual([0]);
  await open(second(), '/admin/months');
  await second().getByText('Approve 1 file.').waitFor();
  expect(await axeFaults(second())).toEqual([]);
  await dialog(first()).locator('.popup-actions').getByRole('button', { name: 'Close' }).click();
  await first()
    .getByText(/^You asked for approval on .* It waits for another administrator today\.$/)
    .waitFor();
  await second()
    .getByRole('link', { name: /^Approve 1 payment: / })
    .click();
  await dialog(second())
    .getByText(/ confirmed this file$/)
    .waitFor();
  await refuseAndRequestAgain(second(), first());
  await sendWithoutResponse(second());
  await confirmSending(second());
  settings.twoPersons = before;
  const [stored] = await paymentsAsStored([payment]);
  const file = stored?.bankFileId ?? '';
  await complete(file);
  const { statement } = await loadBankFile(file);
  await open(first(), `/admin/bankfiles/received/${statement?.inboxFileId}`);
  // a movement of our account has no entry, and links to the file that it settled
  await first().getByRole('link', { name: 'Our file' }).waitFor();
  expect(await axeFaults(first())).toEqual([]);
  expect(await statusesOf([payment])).toEqual([5]);
  await open(first(), `/admin/bankfiles/proof?period=${payment.periodId}`);
  await onClick(first(), 'Prove this month');
  await expect.poll(async () => (await allRunningJobs()).length).toBeGreaterThan(0);
  await workOff();
  await first().getByText('Every cent is explained').first().waitFor();
  const steps = first().getByRole('list', { name: 'From owed to outstanding' }).getByRole('listitem');
  expect(await steps.allTextContents()).toEqual([
    'Owed$30,000.00',
    'Corrected-$4,000.00',
    'Completed-$26,000.00',
    'Outstanding$0.00',
  ]);
  await open(first(), '/admin/months');
  const monthSteps = first().getByRole('list', { name: `Steps of ${periodName(payment.periodId)}` });
  // all except visits, which were not imported
  await expect.poll(() => monthSteps.getByText(/: done$/).count()).toBe(8);
  const group = { ...payment, partnerId: world.own.partner.id };
  const [entry] = (await queryItems(keys.ledgerEntry(group, '').pk)).items as [{ pk: string; sk: string }];
  await transact({ item: put({ ...entry, payee: 'Somebody else' }) });
  await open(first(), `/admin/bankfiles/proof?period=${payment.periodId}`);
  await onClick(first(), 'Prove this month');
  await expect.poll(async () => (await allRunningJobs()).length).toBeGreaterThan(0);
  await workOff();
  await first().getByText('1 finding', { exact: true }).waitFor();
  await first().getByRole('table', { name: 'Differences' }).getByText('Somebody else').waitFor();
});

it('a lost file is Unknown until two administrators confirm that it did not arrive', async () => {
  const payment = await givenPayment(100_00);
  await bankDoes({ mode: 'loses' });
  const { hash } = (await check(world.admin, payment.periodId)).body;
  const { body } = await send(world.admin, payment.periodId, hash);
  await runJob(body.jobId);
  await bankDoes({ mode: 'takes' });
  const file = body.files[0].id;
  const { partnerId, periodId } = payment;
  const id = `P-2-4-${partnerId}-${periodId}`;
  await givenPayments([somePayment(id, { partnerId, periodId, programPaymentTypeId: 2 })]);
  await open(second(), '/admin/months');
  await second().getByText('Resolve the unknown delivery of 1 file.').waitFor();
  await second()
    .getByRole('listitem')
    .filter({ hasText: /^Resolve the delivery of .*Due \d/ })
    .waitFor();
  process.env.CLOCK_SHIFT_MS = String(Number(process.env.CLOCK_SHIFT_MS ?? 0) + 16 * 60_000);
  await open(first(), `/admin/bankfiles/${file}`);
  await onClick(first(), 'It did not arrive');
  await first().locator('[name=note]').fill('The bank has no such file.');
  await onClick(first(), 'Request confirmation');
  await confirmIdentity(first());
  await first()
    .getByText(/You reported: it did not arrive/)
    .waitFor();
  await onClick(first(), 'Cancel it');
  await first().getByText('Why the request is canceled.').waitFor();
  await first().locator('[name=note]').fill('It was another file.');
  await onClick(first(), 'Cancel request');
  await first()
    .getByText(/You reported: /)
    .waitFor({ state: 'detached' });
  // after the cancellation the form requests a confirmation again
  await first().getByRole('button', { name: 'Request confirmation' }).waitFor();
  expect(await first().locator('[name=note]').inputValue()).toBe('');
  for (const [page, isSecond] of [
    [first(), false],
    [second(), true],
  ] as const) {
    await open(page, `/admin/bankfiles/${file}`);
    await page.getByText('Delivery unknown').first().waitFor();
    await onClick(page, 'It did not arrive');
    await page.locator('[name=note]').fill('The bank has no such file.');
    if (isSecond) await page.locator('[name=pin]').fill(pin);
    await onClick(page, isSecond ? 'Confirm with PIN' : 'Request confirmation');
    await confirmIdentity(page);
    if (!isSecond) await page.getByText(/You reported: it did not arrive/).waitFor();
  }
  await expect.poll(async () => (await loadBankFile(file)).status).not.toBe('unknown');
  await finishEverything();
  expect(await loadBankFile(file)).toMatchObject({ status: 'canceled' });
  expect(await statusesOf([payment])).toEqual([0]);
});

it('a corrected account is used in the next file, and a file is reversed by two administrators', async () => {
  const payment = await givenPayment(200_00);
  const { text, fileId } = await sendToBank(world.admin, payment.periodId);
  const [trace = ''] = entriesOf(text).map(({ entry }) => entry.trace);
  await bankDoes({ file: fileId, [`code-${trace}`]: 'C01' });
  await open(first(), '/admin/bankfiles/received');
  await first().getByText('Account changes').first().waitFor();
  expect(await axeFaults(first())).toEqual([]);
  const next = somePayment(`P-1-4-2-${payment.periodId}`, {
    partnerId: '2',
    periodId: addPeriods(payment.periodId, -1),
    payeeToken: payment.payeeToken,
  });
  await transact(...paymentChange(null, next));
  const { text: after } = await sendToBank(world.admin, next.periodId);
  expect(entriesOf(after).map(({ entry }) => entry.accountNumber.trim())).toEqual(['5550001234']);
  for (const [page, isSecond] of [
    [first(), false],
    [second(), true],
  ] as const) {
    await open(page, `/admin/bankfiles/${fileId}`);
    if (!isSecond) await onClick(page, 'Reverse this file');
    await page.locator('[name=reason]').selectOption('amount');
    await page.locator('[name=note]').fill('The wrong amount went out.');
    if (isSecond) await page.locator('[name=pin]').fill(pin);
    await onClick(page, isSecond ? 'Confirm with PIN' : 'Request confirmation');
    await confirmIdentity(page);
    if (!isSecond) await page.getByText(/You requested to reverse/).waitFor();
  }
  await expect.poll(async () => (await allRunningJobs()).length).toBeGreaterThan(0);
  await workOff();
  expect(await statusesOf([payment])).toEqual([4]);
  const { reversal } = await loadBankFile(fileId);
  const reversing = await loadBankFile(reversal?.bankFileId ?? '');
  expect(await outboxText(reversing.name)).toContain('REVERSAL');
  expect(dateInChicago(now()) <= reversing.effectiveDate).toBe(true);
});

describe('returned dues', () => {
  const memberId = 'DUES-1';
  const period = periodOf(dateInChicago(now()));
  const settings = defined(environmentBankSettings);
  let dues: MemberPayment;
  let duesPath = '';
  let page: Page;
  let bar: Locator;
  beforeAll(async () => {
    await saveFeatureFlags(await loadFeatureFlags(), { ...allOff, gmrAddProgram: true }, 'test', now());
    const { id: partnerId } = world.own.partner;
    await setTerms(world.own.groupMembership, { programPaymentTypeId: 2, memberDuesAmount: 30_00 });
    const started = periodStart(addPeriods(period, -2));
    dues = await testDues(memberId, period, {
      partnerId,
      invitationStatus: 4,
      facilityId: world.facility.id,
      facilityName: world.facility.name,
      agreement: signedAgreementOf(memberId),
      enrolledOn: started,
      activatedOn: started,
    });
    duesPath = `/admin/wellnessprogrampayments/memberpayments?program=2&type=6&partner=${partnerId}&period=${period}`;
    const { email } = await createUser({ memberIds: [memberId], memberPartnerIds: [partnerId] });
    const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;
    page = await portal.visitAs(email, '/member/account/billing', phone);
    bar = page.getByText('Action required: update withdrawal billing info');
  });
  afterAll(() => page?.context().close());

  it('the dues on the home page lead to the payments of all partners', async () => {
    await open(first(), '/admin/months');
    await first()
      .getByRole('link', { name: /^Send \$30\.00 of .*member dues/ })
      .first()
      .click();
    await first().getByRole('button', { name: 'Show members' }).first().waitFor();
    expect(first().url()).toContain('partner=all');
  });

  async function sendDues() {
    await open(first(), duesPath);
    await onClick(first(), 'Send To US Bank');
    await confirmSending(first());
    const [stored] = await paymentsAsStored([dues]);
    const { id, name } = await loadBankFile(stored?.bankFileId ?? '');
    return { file: id, entries: entriesOf(await outboxText(name)) };
  }

  it('suspend the member, who enters another account', async () => {
    const { file, entries } = await sendDues();
    await bankDoes({ file, [`code-${defined(entries[0]).entry.trace}`]: 'R03' });
    expect(await statusesOf([dues])).toEqual([3]);
    settings.prenotes.memberDues = true;
    await page.reload();
    await bar.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const withdrawal = page.getByRole('region', { name: 'Withdrawal from bank account' });
    await onClick(withdrawal, 'Change account');
    await withdrawal.getByRole('textbox', { name: 'Routing Number' }).fill('091000019');
    await withdrawal.getByRole('textbox', { name: 'Account Number' }).fill('4455667788');
    await withdrawal.getByRole('radio', { name: 'Checking' }).check();
    await onClick(page, 'Submit');
    await confirmIdentity(page);
    await bar.waitFor({ state: 'detached' });
    expect(await axeFaults(page)).toEqual([]);
    expect(await loadMember(memberId)).toMatchObject({ invitationStatus: 4 });
  });

  it('wait for the prenote of the new account, and are then sent again and completed', async () => {
    await open(first(), '/admin/bankfiles/accounts');
    await first()
      .getByRole('button', { name: /^Send prenotes/ })
      .click();
    await dialog(first()).locator('[name=pin]').fill(pin);
    await onClick(dialog(first()), 'Send prenotes');
    await dialog(first())
      .getByText(/1 prenote is being sent/)
      .first()
      .waitFor();
    expect(await axeFaults(first())).toEqual([]);
    await workOff();
    // changed account numbers are used after one day, and after the prenote period
    setClock(new Date(now().getTime() + 25 * 3_600_000).toISOString());
    await open(first(), duesPath);
    await first()
      .getByText(/The bank is verifying the account with a prenote\./)
      .first()
      .waitFor();
    expect(await first().getByRole('button', { name: 'Send To US Bank' }).isDisabled()).toBe(true);
    expect(await axeFaults(first())).toEqual([]);
    // the prenote settles, and its three banking days pass
    setClock(`${addBankingDays(dateInChicago(now()), 6)}T16:00:00Z`);
    const { file, entries } = await sendDues();
    expect(entries).toMatchObject([{ entry: { accountNumber: expect.stringMatching(/^4455667788/) } }]);
    await complete(file);
    expect(await statusesOf([dues])).toEqual([5]);
    await open(first(), duesPath);
    await first()
      .getByRole('row', { name: /Ann Lund/ })
      .getByText('Completed')
      .waitFor();
    expect(await axeFaults(first())).toEqual([]);
  });
});
