import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { build, preview } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.ts';

let browser: Browser;
let address: string;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const configFile = join(import.meta.dirname, 'gallery/vite.config.ts');
  const outDir = await mkdtemp(join(tmpdir(), 'wellport-steps-'));
  await build({ configFile, build: { outDir, minify: false } });
  const server = await preview({ configFile, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  address = server.resolvedUrls?.local[0] ?? '';
  browser = await startBrowser();
  closers.push(
    () => browser.close(),
    () => server.close(),
    () => rm(outDir, { recursive: true }),
  );
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  for (const close of closers) await close();
});

type Answer = { status: number; body: unknown };
const unknownFob = 'Key fob not found. Check the number printed on yours.';
const withdrawals = [
  { periodID: '202611', amount: 11, date: '2026-11-23', isEarliest: true },
  { periodID: '202612', amount: 33, date: '2026-12-01', isEarliest: false },
];
const hostile =
  '<h3>Use</h3><p onclick="alert(1)">Train <b>well</b>.</p><script>window.ran = 1</script><img src=x onerror="window.ran = 1">';

async function open(enroll: (call: number) => Answer, query = ''): Promise<{ page: Page; sent: unknown[] }> {
  const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
  page.setDefaultTimeout(60_000);
  const sent: unknown[] = [];
  await page.route('**/api/**', async (route) => {
    const request: Request = route.request();
    const answer = (): Answer => {
      if (request.url().includes('/memberlegalcontract/text'))
        return {
          status: 200,
          body: {
            html: hostile,
            hash: 'h',
            opened: true,
            read: true,
            agreed: true,
            needsHealthConsent: false,
          },
        };
      if (request.url().includes('/calculateddues'))
        return { status: 200, body: { data: { duesAmount: 11, withdrawals } } };
      if (request.url().includes('/memberlegalcontract/keyfob'))
        return request.url().includes('AB0099')
          ? { status: 422, body: { message: unknownFob, fields: { facilityMemberID: unknownFob } } }
          : { status: 200, body: { success: true } };
      sent.push(request.postDataJSON());
      return enroll(sent.length);
    };
    const { status, body } = answer();
    await route.fulfill({ status, json: body });
  });
  await page.goto(`${address}${query}`);
  return { page, sent };
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`);
const title = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function toTheAgreement(page: Page): Promise<void> {
  await field(page, 'keyFobNumber').fill('AB0012');
  await next(page);
  await bankDetailsToAgreement(page);
}

async function bankDetailsToAgreement(page: Page): Promise<void> {
  await field(page, 'withdrawalFromBankAccount.routingNumber').fill('091000019');
  await field(page, 'withdrawalFromBankAccount.accountNumber').fill('4455667788');
  await page.getByLabel('Checking').first().check();
  await next(page);
  await page.getByLabel('Use the same bank account as submitted for withdrawals.').check();
  await next(page);
  await page.getByText('$11.00 for November 2026, on or after 11/23/2026').waitFor();
  await page.getByText('$33.00 for December 2026, on 12/01/2026').waitFor();
  await next(page);
  await page.getByLabel('I have read this agreement').check();
}

describe('the steps of the enrollment', () => {
  it('open one after the other, and only forward through what is right', async () => {
    const { page } = await open(() => ({ status: 200, body: { success: true } }));
    expect(await title(page, 'Agreement').isDisabled()).toBe(true);
    await next(page);
    await page.getByText('Key fob is required.').waitFor();
    expect(await title(page, 'Withdrawal Details').isDisabled()).toBe(true);
    await field(page, 'keyFobNumber').fill('AB0012');
    await field(page, 'keyFobNumber').press('Enter');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    const step = page.getByRole('region', { name: 'Withdrawal Details' });
    const why = step.getByText('Enter your bank account to continue.');
    await why.waitFor();
    await field(page, 'withdrawalFromBankAccount.routingNumber').fill('091000018');
    await why.waitFor({ state: 'detached' });
    await next(page);
    await page.getByText('The Routing Number field is invalid.').waitFor();
    await title(page, 'Key Fob').click();
    expect(await field(page, 'keyFobNumber').inputValue()).toBe('AB0012');
    expect(await page.getByRole('button', { name: 'Sign and enroll' }).isVisible()).toBe(false);
  });

  it('repeat no first dues for a member who signs again', async () => {
    const { page } = await open(() => ({ status: 200, body: { success: true } }), '?since=2026-09-27');
    await field(page, 'keyFobNumber').fill('AB0012');
    await next(page);
    await field(page, 'withdrawalFromBankAccount.routingNumber').fill('091000019');
    await field(page, 'withdrawalFromBankAccount.accountNumber').fill('4455667788');
    await page.getByLabel('Checking').first().check();
    await next(page);
    await page.getByLabel('Use the same bank account as submitted for withdrawals.').check();
    await next(page);
    const details = page.getByRole('region', { name: 'Payment Details' });
    await details.getByText('09/27/2026').waitFor();
    await details.getByText('$29.99').waitFor();
    expect(await details.getByText(/First Withdrawal|charged by the day/).count()).toBe(0);
  });

  it('report an unknown key fob, and empty and incomplete bank fields', async () => {
    const { page } = await open(() => ({ status: 200, body: { success: true } }));
    await field(page, 'keyFobNumber').fill('AB0099');
    await next(page);
    await page.getByText(unknownFob).waitFor();
    expect(await title(page, 'Withdrawal Details').isDisabled()).toBe(true);
    const name = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await expect.poll(name).toBe('keyFobNumber');
    await field(page, 'keyFobNumber').fill('AB0012');
    await next(page);
    await field(page, 'withdrawalFromBankAccount.accountNumber').fill('44');
    await next(page);
    await page.getByText('Routing Number is required.').waitFor();
    expect(await page.locator('.field-error:visible').allTextContents()).toEqual([
      'Routing Number is required.',
      'Account Number must be 4 to 17 digits.',
      'Account Type is required.',
    ]);
  });

  it('can be signed without the key fob that access passes replaced after they were begun', async () => {
    const { page, sent } = await open(() => ({ status: 200, body: { success: true } }));
    page.on('dialog', (dialog) => void dialog.accept());
    await field(page, 'keyFobNumber').fill('AB0012');
    await field(page, 'keyFobNumber').fill('');
    await page.goto(`${address}?pass`);
    await page.getByRole('region', { name: 'Withdrawal Details' }).waitFor();
    await bankDetailsToAgreement(page);
    await page.getByRole('button', { name: 'Sign and enroll' }).click();
    await expect
      .poll(() => sent)
      .toEqual([expect.not.objectContaining({ facilityMemberID: expect.anything() })]);
  });

  it('after a reload are where they were, with everything typed but account numbers', async () => {
    const { page } = await open(() => ({ status: 200, body: { success: true } }));
    await toTheAgreement(page);
    await page.locator('input[name=contactNumber]').fill('(208) 555-0142');
    await page.locator('input[name=lastName]').fill('Lund-Moe');
    const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(stored).toContain('Lund-Moe');
    expect(stored).not.toContain('4455667788');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('region', { name: 'Agreement', exact: true }).waitFor();
    expect(await page.locator('input[name=lastName]').inputValue()).toBe('Lund-Moe');
    expect(await page.locator('input[name=contactNumber]').inputValue()).toBe('(208) 555-0142');
    expect(await page.getByLabel('I have read this agreement').isChecked()).toBe(false);
    // away and back again by the browser's own button
    await page.goto('about:blank');
    await page.goBack();
    await page.getByRole('region', { name: 'Agreement', exact: true }).waitFor();
    expect(await page.locator('input[name=lastName]').inputValue()).toBe('Lund-Moe');
    expect(await page.locator('output.alert').textContent()).toContain(
      'Enter yours again in Withdrawal Details and Deposit Details.',
    );
    await title(page, 'Withdrawal Details').click();
    expect(await field(page, 'withdrawalFromBankAccount.routingNumber').inputValue()).toBe('091000019');
    expect(await field(page, 'withdrawalFromBankAccount.accountNumber').inputValue()).toBe('');
    expect(await page.getByLabel('Checking').first().isChecked()).toBe(true);
    for (const account of ['withdrawalFromBankAccount', 'depositToBankAccount']) {
      await title(page, account.startsWith('w') ? 'Withdrawal Details' : 'Deposit Details').click();
      await field(page, `${account}.accountNumber`).fill('4455667788');
    }
    await title(page, 'Agreement').click();
    expect(await page.locator('output.alert').count()).toBe(0);
    await page.getByLabel('I have read this agreement').check();
    await page.getByRole('button', { name: 'Sign and enroll' }).click();
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('show the agreement without running it, compare a copied account, and keep the focus', async () => {
    const { page } = await open(() => ({ status: 200, body: { success: true } }));
    await toTheAgreement(page);
    const words = page.getByRole('region', { name: 'Agreement, version 5' });
    expect(await words.locator('p').textContent()).toContain('Train');
    expect(await words.locator('script, img, [onclick]').count()).toBe(0);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    await title(page, 'Deposit Details').click();
    const same = page.getByLabel('Use the same bank account as submitted for withdrawals.');
    expect(await same.isChecked()).toBe(true);
    expect(await field(page, 'depositToBankAccount.accountNumber').inputValue()).toBe('4455667788');
    await field(page, 'depositToBankAccount.accountNumber').fill('99887766');
    expect(await same.isChecked()).toBe(false);
    await next(page);
    // this step has no field
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby'));
    const step = await title(page, 'Payment Details').getAttribute('id');
    await expect.poll(focus).toBe(step);
  });

  it('wait with the signature until the agreement was read to its end', async () => {
    const { page } = await open(() => ({ status: 200, body: { success: true } }));
    await page.route('**/memberlegalcontract/text**', async (route) => {
      const json = {
        html: '',
        hash: 'h',
        opened: true,
        read: false,
        agreed: true,
        needsHealthConsent: false,
      };
      await (route.request().method() === 'GET' ? route.fulfill({ json }) : route.abort());
    });
    await page.reload();
    await toTheAgreement(page);
    await page.getByText('Read it to its end to sign it.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign and enroll' }).isVisible()).toBe(false);
  });

  it('after a refusal open at the faulty field with everything still typed, and send once a press', async () => {
    const refused = {
      message: 'Taken.',
      requestId: 'r',
      fields: { facilityMemberID: 'This key fob is in use already.' },
    };
    const { page, sent } = await open((call) =>
      call === 1
        ? { status: 422, body: refused }
        : call === 2
          ? { status: 500, body: { message: 'Something went wrong on our side.', requestId: 'req-7' } }
          : { status: 200, body: { success: true } },
    );
    await toTheAgreement(page);
    await page.getByRole('button', { name: 'Sign and enroll' }).click();
    await page.getByText('This key fob is in use already.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('keyFobNumber');
    await field(page, 'keyFobNumber').fill('AB0013');
    await page.getByRole('button', { name: 'Sign and enroll' }).dblclick();
    await page.getByText('req-7').waitFor();
    await page.getByText('Nothing was signed, and your entries are still here.').waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({
      facilityMemberID: 'AB0013',
      isMemberAgreed: true,
      MemberIds: ['M1'],
      memberDuesAmount: '29.99',
      depositToBankAccount: { accountNumber: '4455667788' },
    });
  });
});
