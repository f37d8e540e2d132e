import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { facilityChange } from '../../functions/facilities/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { png } from '../platform/pictures/make-picture.ts';
import { axeFaults } from '../support/axe.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { makeWorld, someFacility } from '../support/world.ts';
import { password, createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { storedLogin } from '../web/stored-login.ts';
import { browserThatSees } from './camera.ts';
import { emailTo, tokenIn } from './mailbox.ts';
import { freshAddress, recipientsFile } from './programs.ts';

// From a program through the mailbox and the recipient's page to the club that redeems the voucher.

const portal = usePortal();
let admin: Page;
let facility: Page;
let facilityManager: string;
const recipient = freshAddress();
const scannedRecipient = freshAddress();
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };
const programs = '/partnerowner/partners/1/voucherprograms';

beforeAll(async () => {
  await makeWorld();
  await transact(...facilityChange(null, someFacility('5300')));
  const [person, manager] = [
    await createUser({ role: 'systemAdmin' }),
    await createUser({ role: 'facilityManager', facilityId: '5300' }),
  ];
  facilityManager = manager.email;
  admin = await portal.visitAs(person.email, `${programs}/create`);
  facility = await portal.visitAs(manager.email, '/facilitymanager/vouchers', phone);
}, 180_000);

const dateFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const runJobs = async () => {
  for (const job of waitingJobs.splice(0)) await runJob(job);
};
const fitsAndIsClean = async (page: Page) => {
  const [needed, width] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  expect(needed).toBeLessThanOrEqual(width ?? 0);
  expect(await axeFaults(page, 'main')).toEqual([]);
};

test('adds a program, shows its logo with its size, and reports errors at their fields', async () => {
  await admin.getByRole('textbox', { name: 'Program Name' }).fill('Spring Steps');
  await admin.getByRole('textbox', { name: 'Redemption Amount' }).fill('0');
  await admin.getByLabel('Start Date').fill(dateFrom(-2));
  await admin.getByLabel('End Date').fill(dateFrom(-3));
  await admin.keyboard.press('Enter');
  await admin.getByText('Redemption Amount must be between 0.01 and 99999999.99.').waitFor();
  await admin.getByText("End Date can't be less than Start Date.").waitFor();
  await admin.getByRole('textbox', { name: 'Redemption Amount' }).fill('35');
  await admin.getByLabel('End Date').fill(dateFrom(20));
  const logo = admin.locator('input[type=file]');
  await logo.setInputFiles({ name: 'logo.svg', mimeType: '', buffer: Buffer.from('<svg/>') });
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Invalid file format. Please make sure that you are using').waitFor();
  await logo.setInputFiles({ name: 'logo.png', mimeType: '', buffer: Buffer.from('<svg/>') });
  const refused = admin.waitForResponse(
    (response) => response.url().endsWith('/save') && response.status() === 422,
  );
  await admin.getByRole('button', { name: 'Save' }).click();
  await refused;
  await admin.getByText('Invalid file format. Please make sure that you are using').waitFor();
  expect(await admin.getByRole('textbox', { name: 'Program Name' }).inputValue()).toBe('Spring Steps');
  await logo.setInputFiles({ name: 'logo.png', mimeType: '', buffer: Buffer.from(png({ height: 50 })) });
  await admin.getByText('178 × 50 pixels; recommended size: 178 × 60 pixels.').waitFor();
  await fitsAndIsClean(admin);
  await admin.getByRole('button', { name: 'Save' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Voucher Codes and Recipients' }).waitFor();
});

test('reports invalid recipients by line, imports valid ones, and previews the email', async () => {
  const choose = async (rows: string[][]) => {
    const { name, bytes } = await recipientsFile(rows);
    await admin.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) });
    await admin.getByRole('button', { name: 'Upload' }).click();
  };
  await choose([[recipient], ['nowhere']]);
  await admin.getByText('The following data is invalid:').waitFor();
  expect(await admin.locator('.invalid-lines li').allInnerTexts()).toEqual([
    'Line 3: Email is not valid. Write it as name@example.com.',
  ]);
  await choose([[recipient], [scannedRecipient]]);
  await expect.poll(() => waitingJobs.length).toBe(1);
  await runJobs();
  await admin.getByRole('cell', { name: recipient }).waitFor();
  expect(await admin.locator('.invalid-lines').count()).toBe(0);
  await admin.getByRole('button', { name: 'Email Preview' }).click();
  const preview = admin.getByRole('dialog', { name: 'Email Preview' });
  const mail = preview.frameLocator('iframe');
  await mail.getByText('gives you a voucher of $35.00: Spring Steps.').waitFor();
  expect(await mail.getByRole('img').getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  await preview.getByRole('button', { name: 'Download voucher.pdf' }).waitFor();
  await admin.keyboard.press('Escape');
});

test('confirms publishing with the number of emails and locks the program', async () => {
  await admin.getByRole('button', { name: 'Publish' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Publish and send 2 emails?' });
  await question
    .getByText(
      'Are you sure you want to publish the program? After this action, all vouchers will be sent to the specified email addresses and you will not be able to edit anything.',
    )
    .waitFor();
  await question.getByRole('button', { name: 'Publish and send 2 emails' }).click();
  await expect.poll(() => waitingJobs.length).toBe(1);
  await runJobs();
  await admin.getByRole('cell', { name: 'Sent' }).nth(1).waitFor();
  expect(await admin.locator('input[type=file]').count()).toBe(0);
  await fitsAndIsClean(admin);
  await admin.getByRole('link', { name: 'Back', exact: true }).click();
  await admin.waitForURL(/\/view\//);
  expect(await admin.getByRole('textbox', { name: 'Program Name' }).isDisabled()).toBe(true);
  expect(await admin.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await admin.goto(portal.address + programs);
  await admin.waitForURL(`**${programs}/list`);
  await admin
    .getByRole('row', { name: /^Spring Steps Published \$35\.00 .* 2 0 0 View Spring Steps$/ })
    .waitFor();
  const outside = admin.locator('a[href*="/voucherprograms"]:not(main a)');
  await outside.first().waitFor();
  const tabs = await outside.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(tabs)).toEqual(new Set([`${programs}/list`]));
  await fitsAndIsClean(admin);
});

test('opens the link on a phone, and the club redeems the code by keyboard', async () => {
  const token = tokenIn(await emailTo(recipient));
  const page = await portal.visit(`/voucher/${token}`, phone);
  await page.getByRole('heading', { level: 1, name: 'Spring Steps' }).waitFor();
  await page.getByRole('img', { name: 'QR code of this voucher' }).waitFor();
  const robots = page.locator('meta[name=robots]');
  await expect.poll(() => robots.getAttribute('content')).toBe('noindex');
  expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
  await fitsAndIsClean(page);
  const code = (await page.locator('.voucher-code').textContent()) ?? '';

  const field = facility.getByRole('textbox', { name: 'Code' });
  await field.fill('ABCD-EFGH-JKLM');
  await facility.keyboard.press('Enter');
  await facility.getByText('Unknown code.').waitFor();
  await fitsAndIsClean(facility);
  // without a camera, the page reports it and the code is input
  await facility.getByRole('button', { name: 'Scan with camera' }).click();
  const scan = facility.getByRole('dialog', { name: 'Scan a voucher' });
  await scan.getByText('The camera is not available. Close this and enter the code manually.').waitFor();
  await facility.keyboard.press('Escape');
  await field.fill(code.toLowerCase());
  await facility.keyboard.press('Enter');
  const redeem = facility.getByRole('button', { name: 'Redeem $35.00' });
  await redeem.waitFor();
  expect(await facility.locator('main').innerText()).not.toContain(recipient);
  const redeemAndConfirm = async () => {
    await redeem.press('Enter');
    await facility.getByRole('button', { name: 'Redeem voucher' }).click();
    await facility.getByRole('button', { name: 'Check another code' }).waitFor();
  };
  await redeemAndConfirm();
  await facility.getByRole('button', { name: 'Undo redemption' }).click();
  await redeem.waitFor();
  await redeemAndConfirm();
  await facility.getByRole('row', { name: /Spring Steps/ }).waitFor();
  await fitsAndIsClean(facility);

  await page.reload();
  await page.getByText(/Redeemed at Harbor Gym 5300 on .* \(Chicago time\)\./).waitFor();
  expect(await page.locator('.voucher-code').count()).toBe(0);
  await page.goto(`${portal.address}/voucher/${'A'.repeat(43)}`);
  await page.getByRole('heading', { name: 'This voucher link does not work' }).waitFor();
});

test('scans a voucher with the camera', async () => {
  const address = `${portal.address}/voucher/${tokenIn(await emailTo(scannedRecipient))}`;
  const browser = await browserThatSees(address, process.env.RUN_FOLDER ?? '');
  const storageState = await storedLogin(portal.address, facilityManager, password);
  const page = await browser.newPage({ ...phone, storageState });
  await page.goto(`${portal.address}/facilitymanager/vouchers`);
  await page.getByRole('button', { name: 'Scan with camera' }).click();
  await page.getByRole('button', { name: 'Redeem $35.00' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await browser.close();
});
