import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { onClick } from '../support/forms.ts';
import { folderWithDemo, freePorts, startPortal, type Portal } from '../support/portal.ts';
import { Client } from './client.ts';
import { workbook } from './files.ts';
import { resize } from '../support/resize.ts';

// The regular tasks of a partner manager and of a club manager, on the built site with its demo data.

const password = 'Wellport2026';
const phone = { width: 390, height: 844 };
const desk = { width: 1366, height: 768 };

let portal: Portal;
let data: string;
let browser: Browser;
const faults: string[] = [];

beforeAll(async () => {
  data = await folderWithDemo();
  portal = await startPortal(await freePorts(), data, '--built');
  browser = await startBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

async function signedIn(email: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: desk })).newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('React')) faults.push(message.text());
  });
  await page.goto(`${portal.address}/?login=true`);
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await popup.getByRole('textbox', { name: 'Username or email' }).fill(email);
  await popup.getByRole('textbox', { name: 'Password' }).fill(password);
  await onClick(popup, 'Log in');
  await page.waitForURL(/dashboard/);
  return page;
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

it('logs Northlake’s HR in by its identity provider', async () => {
  const page = await (await browser.newContext({ viewport: desk })).newPage();
  await page.goto(`${portal.address}/?login=true`);
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await popup.getByRole('textbox', { name: 'Username or email' }).fill('maren.solberg@northlake.example');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Company log-in' }).waitFor();
  await onClick(page, 'Log in');
  await page.getByRole('heading', { level: 1, name: 'Welcome, Maren' }).waitFor();
  await page.context().close();
});

describe('the partner manager', () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn('manager@wellport.test');
  });

  it('sees the members on their way, the visits with their cost, and the next payment', async () => {
    await page.getByRole('heading', { level: 1, name: 'Welcome, Maren' }).waitFor();
    for (const stage of ['Invited', 'Enrolled', 'Active'])
      await page
        .getByRole('listitem')
        .filter({ hasText: stage })
        .getByRole('link', { name: /\d/ })
        .first()
        .waitFor();
    const program = page.getByRole('main');
    for (const fact of ['Cost per visit', 'Next payment', 'Last file'])
      await program.getByText(fact, { exact: true }).waitFor();
    // the set-up of a partner with members and payments is complete
    expect(await page.getByText('Set-up steps').count()).toBe(0);
    expect(await page.getByRole('figure').count()).toBe(0);
    await resize(page, phone);
    expect(await fits(page)).toBe(true);
    await resize(page, desk);
  });

  it('reminds the members who have not responded, once per hour', async () => {
    await page.getByRole('button', { name: /^Remind \d+ members?$/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remind \d+ members?$/ })
      .click();
    await page.waitForURL(/employeemanagement\?job=/);
    const results = page.getByRole('dialog', { name: /Invitations|Results/ });
    await results.waitFor();
    await results
      .getByText(/Invited|Processed/i)
      .first()
      .waitFor();
    await results.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  it('imports a file, fixes a part of the failed rows, and the others stay on the page', async () => {
    const rows = [
      ['First Name', 'Last Name', 'Email'],
      ['Ida', 'Frost', 'ida.frost@journey.test'],
      ['Jon', '', 'jon@journey.test'],
      ['Kai', 'Lind', 'kai at journey.test'],
    ];
    await onClick(page, 'Upload employees');
    const upload = page.getByRole('dialog');
    await upload.locator('input[type=file]').setInputFiles(await workbook(data, 'hires.xlsx', rows));
    await onClick(upload, 'Check file');
    await upload.getByText('1 employee will be added.').waitFor();
    await onClick(upload, 'Add 1 employee');
    await page.getByRole('link', { name: 'View Details' }).click();
    await page.getByText('1 uploaded, 2 to fix.').waitFor();
    await page.getByRole('row').filter({ hasText: 'Line 3' }).getByLabel('Last Name').fill('Falk');
    await onClick(page, 'Upload 1 fixed row');
    await page.getByText('1 uploaded, 1 to fix.').waitFor();
    await page.getByRole('row').filter({ hasText: 'Line 4' }).getByLabel('Email').waitFor();
  });

  it('returns to the home page, which names the file, and opens the payments', async () => {
    await page.goto(`${portal.address}/partnermanager/dashboard`);
    await page.getByRole('link', { name: /hires\.xlsx, .*: \d uploaded, \d to fix/ }).waitFor();
    const payment = page.getByRole('link', { name: /^(\$|None due)/ });
    await payment.click();
    await page.waitForURL(/groupmemberships\/payments/);
    await page.locator('tbody .status').first().waitFor();
  });
});

describe('the club manager', () => {
  let page: Page;
  beforeAll(async () => {
    await reportMissingVisit();
    page = await signedIn('club@wellport.test');
  });

  it('sees the next tasks, and the same pages on a desktop and a phone', async () => {
    const main = page.getByRole('main');
    for (const task of ['Missing visits', 'Vouchers', 'Payments'])
      await main.getByRole('heading', { level: 2, name: task }).waitFor();
    await main
      .getByRole('heading', { level: 2, name: /^Check-ins of / })
      .first()
      .waitFor();
    const pages = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
    const all = ['Home', 'Members', 'Check-ins', 'Missing visits', 'Payments', 'Vouchers'];
    expect(await pages()).toEqual(expect.arrayContaining(all));
    await resize(page, phone);
    expect(await fits(page)).toBe(true);
    await onClick(page, 'Menu');
    expect(await pages()).toEqual(expect.arrayContaining(all));
    await page.keyboard.press('Escape');
    await resize(page, desk);
  });

  it('accepts a missing visit', async () => {
    await page.getByRole('link', { name: 'Review reports' }).click();
    const row = page.getByRole('row', { name: /Waiting for the club/ }).first();
    await row.getByRole('button', { name: /^Accept/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept visit' }).click();
    await page
      .getByRole('row', { name: /Accepted/ })
      .first()
      .waitFor();
  });

  it('redeems a voucher after a confirmation, undoes it, and redeems it again', async () => {
    const code = await validCode();
    await page.goto(`${portal.address}/facilitymanager/vouchers`);
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await onClick(page, 'Check code');
    const redeem = page.getByRole('button', { name: /^Redeem \$/ });
    await redeem.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    for (const isLast of [false, true]) {
      await redeem.click();
      await onClick(page.getByRole('alertdialog'), 'Redeem voucher');
      await page.getByText('Redeemed', { exact: true }).first().waitFor();
      if (!isLast) await onClick(page, 'Undo redemption');
    }
    await onClick(page, 'Check another code');
    await page.getByRole('row', { name: new RegExp(code.slice(-4)) }).waitFor();
  });

  it('opens the payments from the home page', async () => {
    await page.goto(`${portal.address}/facilitymanager/dashboard`);
    await page.getByText(/1 voucher redeemed this month|\d+ vouchers redeemed this month/).waitFor();
    await page.getByRole('link', { name: 'Show payments' }).click();
    await page.locator('tbody .status').first().waitFor();
    expect(faults).toEqual([]);
  });
});

/** Reports the newest day without a visit of the demo member, whose club the demo's club manager manages. */
async function reportMissingVisit(): Promise<void> {
  const member = await new Client(portal.address).signIn('member@wellport.test', password);
  const { memberGroups } = await member.must('GET', '/user/me');
  const memberId = memberGroups[0].membersIds[0];
  const today = new Date().toISOString().slice(0, 7).replace('-', '');
  const { clubs: facilities } = await member.must(
    'GET',
    `/visits/missing/own?memberGuid=${memberId}&usagePeriodId=${today}`,
  );
  const refusals: unknown[] = [];
  for (let days = 1; days < 30; days++) {
    const date = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const { status, body } = await member.send('POST', '/visits/missing', {
      memberGuid: memberId,
      date,
      facilityId: facilities[0].id,
      note: '',
    });
    if (status === 200) return;
    refusals.push(body);
  }
  throw new Error(`no visit can be reported: ${JSON.stringify(refusals[0])}`);
}

/** Returns the code of a voucher that a recipient can redeem, from its email. */
async function validCode(): Promise<string> {
  const { emails } = (await (await fetch(`${portal.mailbox}/store`)).json()) as {
    emails: { body: { text?: string } }[];
  };
  const guest = new Client(portal.address);
  for (const { body } of emails) {
    const token = /\/voucher\/([\w-]+)/.exec(body.text ?? '')?.[1];
    const voucher = token && (await guest.must('GET', `/vouchers/recipient/${token}`));
    if (voucher && voucher.status === 'valid') return voucher.code;
  }
  throw new Error('no email contains a valid voucher');
}
