import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { agreeElectronically } from '../enrollment/agree-on-page.ts';
import { codeIn } from '../enrollment/consent.ts';
import { fillPartnerForm } from '../partners/partner-form.ts';
import { startBrowser } from '../support/browser.ts';
import { fill } from '../support/forms.ts';
import { folderWithDemo, freePorts, freshFolder, startPortal, type Portal } from '../support/portal.ts';
import { confirmIdentity } from '../web/portal.ts';
import { Client } from './client.ts';
import { commaFile, fixedRows, rosterRows, workbook } from './files.ts';

// The main flow of the portal in a real browser over the built site: from a new partner to a bank file, with files as
// spreadsheet programs write them. Each step continues where the previous one ended.

const password = 'Wellport2026';
const members = 20;

let portal: Portal;
let data: string;
let demoFiles: Set<string>;
let browser: Browser;
let page: Page;
let partner: string;
let mails: { destination: { to: string[] }; body: { text: string } }[];
const broken: string[] = [];
const usedFacilities = new Set<string>();

beforeAll(async () => {
  data = await folderWithDemo();
  portal = await startPortal(await freePorts(), data, '--built');
  demoFiles = new Set(everyFileInOutbox());
  browser = await startBrowser();
  await setClock('2026-09-02T15:00:00Z');
  page = await newPage();
  await signIn(page, 'admin@wellport.test');
});

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

async function setClock(instant: string): Promise<void> {
  const response = await fetch(`${portal.address}/local/clock`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ instant }).toString(),
  });
  expect(response.status).toBe(200);
}

async function newPage(): Promise<Page> {
  const created = await (await browser.newContext({ viewport: { width: 1366, height: 900 } })).newPage();
  created.on('pageerror', (error) => broken.push(error.message));
  return created;
}

async function signIn(on: Page, email: string): Promise<void> {
  await on.goto(`${portal.address}/?login=true`);
  await on.locator('dialog [name=userName]').fill(email);
  await on.locator('dialog [name=password]').fill(password);
  await on.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
  await on
    .getByText(/^Account of /)
    .first()
    .waitFor({ state: 'attached' });
}

const field = (within: Page | Locator, name: string): Locator => within.locator(`[name="${name}"]`);

const dialog = (): Locator => page.locator('dialog[open]');
const onClick = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();
const seen = (text: string | RegExp, within: Page | Locator = page) =>
  within.getByText(text).first().waitFor();

async function results(): Promise<Record<string, string>> {
  await dialog().locator('.job-results').waitFor({ timeout: 60_000 });
  return Object.fromEntries(
    await Promise.all(
      (await dialog().locator('.job-results > div').all()).map(async (record) => [
        (await record.locator('dt').textContent()) ?? '',
        await record.locator('dd').innerText(),
      ]),
    ),
  ) as Record<string, string>;
}

// the steps depend on each other: a failure ends the test and saves a screenshot
let failedAt = '';
beforeEach(({ task, skip }) => {
  // a step that is repeated did not end the test
  if (failedAt === task.name) failedAt = '';
  if (failedAt) skip(`step "${failedAt}" failed`);
  onTestFailed(async () => {
    failedAt = task.name;
    for (const [index, item] of browser
      .contexts()
      .flatMap((context) => context.pages())
      .entries())
      await item.screenshot({ path: `.local/journey-failed-${index}.png` });
  });
});

describe('the main flow', () => {
  it('1. adds a partner with its bank account, and a partner-paid program', async () => {
    await page.goto(`${portal.address}/admin/partners/list`);
    await page.getByRole('link', { name: 'Add Partner' }).click();
    await onClick('Add partner');
    await seen('Partner ID is required.');
    await fillPartnerForm(page, {
      partnerNumber: 'LAKE-7',
      name: 'Lakeside Health',
      usBankCode: 'LH',
      email: 'jo.berg@lakeside.test',
    });
    await page.getByLabel('Group memberships').check();
    await onClick('Add partner');
    await page.getByRole('link', { name: 'Administer Lakeside Health' }).click();
    await seen('You are currently controlling Lakeside Health partner');
    partner = /partners\/(\d+)\//.exec(page.url())?.[1] ?? '';

    await page.goto(`${portal.address}/partnerowner/partners/${partner}/partnerInfo/banking`);
    await seen('Banking information is required. Please, update!');
    await fill(page, {
      'bankAccount.routingNumber': '091000018',
      'bankAccount.accountNumber': '1234567890',
    });
    await field(page, 'bankAccount.bankAccountType').selectOption({ label: 'Checking' });
    await onClick('Save bank account');
    await seen('The Routing Number field is invalid.');
    await fill(page, { 'bankAccount.routingNumber': '091000019' });
    await onClick('Save bank account');
    await confirmIdentity(page);
    await seen('xxxxx7890');

    await page.goto(`${portal.address}/partnerowner/partners/${partner}/groupmemberships/general`);
    await field(page, 'programPaymentTypeId').selectOption({ label: 'Partner paid' });
    await fill(page, {
      numberOfMemberships: '320',
      launchDate: '2026-09-02',
      monthlyInstallment: '12000',
      adminFee: '250',
      duesForOneMemberPerMonthPaidToFacility: '25.50',
    });
    await onClick('Create program');
    await seen('Are you sure you want to create a Partner paid program?', dialog());
    await onClick('Create program', dialog());
    await seen('Partner paid');
  }, 300_000);

  it('2. adds 400 key fobs and uploads a roster; wrong rows are returned, fixed, and accepted', async () => {
    await page.goto(`${portal.address}/partnerowner/partners/${partner}/groupmemberships/employeemanagement`);
    await onClick('Add key fobs');
    await fill(dialog(), { first: 'A00000', last: 'A001B9' });
    await seen('This range has 400 key fobs.', dialog());
    await onClick('Add key fobs', dialog());
    expect(await results()).toEqual({ Processed: '400', Added: '400', Failed: '0' });
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();

    const upload = async (file: string) => {
      await onClick('Upload employees');
      await dialog().locator('input[type=file]').setInputFiles(file);
      await onClick('Check file', dialog());
      await onClick(/^(Add|Fix) \d+ /, dialog());
    };
    await upload(await workbook(data, 'roster.xlsx', rosterRows()));
    expect(await results()).toEqual({ Processed: '120', Uploaded: '114', Failed: '6' });
    await dialog().getByRole('link', { name: 'View Details' }).click();
    await seen(
      'Here is the list of members that have not been uploaded. Please fix their information in file and try again',
    );
    const failedRows = page.getByRole('region', { name: 'Rows that were not uploaded' });
    expect(await failedRows.getByRole('row').count()).toBe(7);
    const download = page.waitForEvent('download');
    await onClick('Download these rows');
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await page.getByRole('link', { name: 'Back' }).click();

    await upload(await workbook(data, 'fixed.xlsx', fixedRows()));
    expect(await results()).toEqual({ Processed: '6', Uploaded: '6', Failed: '0' });
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    await upload(await workbook(data, 'roster-again.xlsx', rosterRows()));
    expect(await results()).toMatchObject({ Processed: '120', Uploaded: '0', Failed: '120' });
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    await seen(/^120 of 320$/);
  }, 300_000);

  it('3. invites the employees: each gets one email with a link', async () => {
    await onClick('Invite 120 members');
    await onClick('Invite 120 members', dialog());
    await page.waitForURL(/job=/);
    await page.reload();
    expect(await results()).toMatchObject({ Failed: '0' });
    const store = (await (await fetch(`${portal.mailbox}/store`)).json()) as { emails: typeof mails };
    // the demo's vouchers are also in the mailbox
    mails = store.emails.filter(({ body }) => /\/invitation\//.test(body.text));
    const to = mails.map(({ destination }) => destination.to[0]);
    expect(new Set(to).size).toBe(120);
    expect(to).toHaveLength(120);
    expect(mails.every(({ body }) => /\/invitation\/[\w-]{20,}/.test(body.text))).toBe(true);
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
  }, 300_000);

  it('4. an invited member follows the link, selects a club, and signs; the agreement opens from their page', async () => {
    const member = await newPage();
    await member.goto(linkOf('person0@lakeside.test'));
    await seen('Welcome, Ann', member);
    await fill(member, { password, confirmPassword: password });
    await onClick('Accept the invitation', member);
    await member.getByRole('link', { name: 'Find Facility' }).first().click();
    await member.getByRole('combobox', { name: 'Club, city or ZIP code' }).fill('Duluth');
    await member.getByRole('option', { name: /^Duluth, MN/ }).click();
    await member.locator('.club-item').first().click();
    await member.getByRole('link', { name: 'Enroll in facility' }).click();
    await member.waitForURL(/facilityenrollment/);
    usedFacilities.add(/facilityinformation\/([\w-]+)\//.exec(member.url())?.[1] ?? '');
    await fill(member, { keyFobNumber: 'A00000' });
    await onClick('Next', member);
    await agreeElectronically(member);
    await fill(member, { contactNumber: '2185550100' });
    await onClick('Sign and enroll', member);
    await seen('You must check to agree.', member);
    await field(member, 'isMemberAgreed').check();
    await onClick('Sign and enroll', member);
    await member.waitForURL(/facilityinformation/);
    await seen('A00000', member);

    const me = await new Client(portal.address).signIn('person0@lakeside.test', password);
    const { memberGroups } = await me.must('GET', '/user/me');
    const id = memberGroups[0].membersIds[0];
    const contract = await me.must('GET', `/members/memberlegalcontract?memberIdGuid=${id}`);
    expect(contract).toMatchObject({ isMemberAgreed: true });
    await member.goto(`${portal.address}/member/profile/facilityinformation/legalcontract`);
    const pdf = member.waitForEvent('download');
    await onClick('Download signed agreement', member);
    const saved = join(freshFolder(), 'signed.pdf');
    await (await pdf).saveAs(saved);
    const signed = readFileSync(saved);
    expect(signed.subarray(0, 5).toString()).toBe('%PDF-');
    await member.context().close();
  }, 300_000);

  it('5. twenty members enroll at twenty clubs, and a month of check-ins is imported once', async () => {
    const facilities = await facilityIds();
    for (let index = 1; index < members; index++) {
      const facility = facilities[index % 20] ?? '';
      usedFacilities.add(facility);
      await enrollByApi(index, facility);
    }
    await setClock('2026-10-01T15:00:00Z');
    await page.goto(`${portal.address}/admin/visits/import`);
    const rows = checkIns(facilities);
    expect(rows).toHaveLength(1001);
    const imported = async (file: string) => {
      const choose = async () => {
        await page.locator('input[type=file]').setInputFiles(file);
        await onClick('Import check-ins');
      };
      await choose();
      await page.waitForURL(/job=/, { timeout: 20_000 }).catch(() => {});
      // workaround for a rare failure under load with unknown cause: the first attempt had no effect
      if (!page.url().includes('job=')) await choose();
      // the message of a failed job then appears in the comparison
      const told = page.getByText(/already imported,|This job stopped after/).first();
      await told.waitFor({ timeout: 200_000 });
      return told.innerText();
    };
    expect(await imported(commaFile(data, 'check-ins.csv', rows))).toBe(
      '540 counted, 450 not counted, 0 already imported, 10 failed.',
    );
    await seen('10 rows failed');
    await page.goto(`${portal.address}/admin/visits/import`);
    expect(await imported(await workbook(data, 'check-ins.xlsx', rows))).toBe(
      '0 counted, 450 not counted, 540 already imported, 10 failed.',
    );
  }, 300_000);

  it('6. the month is closed: its payments are generated, explained, and generated again manually', async () => {
    await setClock('2026-10-09T15:00:00Z');
    await generatedBySchedule('partnerpayments', '12,250.00');
    await page
      .getByRole('button', { name: /Why this amount/ })
      .first()
      .click();
    await seen(/12,000\.00/, dialog());
    await dialog().getByRole('button', { name: 'Close', exact: true }).first().click();
    await onClick('Generate');
    await seen(
      'Partner Payments have already been generated. Are you sure you want to re-generate them?',
      dialog(),
    );
    await seen(/Nothing would change/, dialog());
    await onClick('Cancel', dialog());

    await generatedBySchedule('facilitypayments', /510\.00/);
    await onClick('Generate');
    await onClick('Re-generate', dialog());
    await seen('Payments generated');
    await seen(/510\.00/);
  }, 300_000);

  it('7. one amount is corrected, and the correction is undone', async () => {
    await page
      .getByRole('button', { name: /^Edit the amount of/ })
      .first()
      .click();
    const amount = page.locator('.amount-form input');
    await page.locator('.amount-form textarea').fill('Two members left early');
    await amount.fill('9999');
    await onClick('Save the amount');
    await seen(/^Amount to be sent/i, page.locator('.amount-form'));
    await amount.fill('10.00');
    await onClick('Save the amount');
    await seen('$10.00');
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await page.getByRole('button', { name: /^Undo/ }).waitFor({ state: 'detached' });
    expect(await page.getByText('$10.00').count()).toBe(0);
  }, 300_000);

  it('8. the file is checked, previewed with masked accounts, and sent once', async () => {
    await onClick('Send To US Bank');
    await seen('Total credits', dialog());
    await onClick('Bank’s text', dialog());
    const text = await dialog().locator('.bank-text').innerText();
    expect(text).toContain('101 ');
    await onClick('Send 1 file to US Bank', dialog());
    await fill(dialog(), { pin: '111111' });
    await onClick('Send 1 file to US Bank', dialog());
    await seen(/PIN/, dialog().locator('[data-invalid=true], [role=alert]'));
    await fill(dialog(), { pin: '246810' });
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/send'),
    );
    await onClick('Send 1 file to US Bank', dialog());
    const request = await sent;
    await seen('The file was sent.', dialog());
    await onClick('Done', dialog());
    await seen('Submitted to ACH');

    const again = await fetch(request.url(), {
      method: 'POST',
      headers: {
        authorization: request.headers().authorization ?? '',
        'content-type': 'application/json',
      },
      body: request.postData() ?? '',
    });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject((await (await request.response())?.json()) as object);
    expect(outbox()).toHaveLength(1);
  }, 300_000);

  it('9. the file passes the strict reader, contains every payment once, and shows no account in the preview', async () => {
    const [path = ''] = outbox();
    const bytes = readFileSync(path);
    expect(checkNachaFile(bytes)).toEqual([]);
    const { file, problems } = readNachaFile(bytes);
    expect(problems).toEqual([]);
    const entries = (file?.batches ?? []).flatMap((batch) => batch.entries);
    expect(entries).toHaveLength(usedFacilities.size);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(members * 25_50);
    expect(new Set(entries.map(({ trace }) => trace)).size).toBe(usedFacilities.size);
  }, 300_000);

  it('10. members are transferred to another club, which is found by its name', async () => {
    await page.goto(`${portal.address}/admin/members?partnerID=${partner}&filter=A0000`);
    const names = ['Bo Person 001', 'Zoë Person 002'];
    for (const name of names)
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    await onClick('Bulk options');
    await onClick('Transfer');
    const admin = await new Client(portal.address).signIn('admin@wellport.test', password);
    const facilities = await admin.must('GET', '/facilities/dropdown?searchTerm=a&takeCount=50&afOnly=true');
    const { name, facilityIDNumber } = facilities.findLast(
      (facility: { id: string; enrollmentStatus: number }) =>
        facility.enrollmentStatus === 1 && !usedFacilities.has(facility.id),
    );
    const facility = `${name} (${facilityIDNumber})`;
    await dialog().getByRole('combobox', { name: 'Please select facility to:' }).fill(name);
    await page.getByRole('option', { name: facility }).click();
    await onClick('Transfer', dialog());
    await seen('Transfer finished');
    await page.reload();
    for (const member of names)
      await page
        .locator('tbody tr', { has: page.getByRole('link', { name: member, exact: true }) })
        .getByText('Transferred')
        .first()
        .waitFor();
    await page.goto(`${portal.address}/admin/members?partnerID=${partner}`);
    await page.getByRole('combobox', { name: 'Facility' }).fill(name);
    await page.getByRole('option', { name: facility }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(names.length);
    expect(broken).toEqual([]);
  }, 300_000);
});

const everyFileInOutbox = (): string[] =>
  globSync(join(data, 'files/wellport-outbox/**/*_S3rver_object*')).filter((path) => !path.endsWith('.md5'));

const outbox = (): string[] => everyFileInOutbox().filter((path) => !demoFiles.has(path));

function linkOf(address: string): string {
  const mail = mails.find(({ destination }) => destination.to[0] === address);
  const path = /\/invitation\/[\w-]+/.exec(mail?.body.text ?? '')?.[0];
  if (!path) throw new Error(`no invitation for ${address}`);
  return portal.address + path;
}

async function facilityIds(): Promise<string[]> {
  const facilities = await new Client(portal.address).must('GET', '/clublocator/facilities');
  const ids: string[] = facilities.id;
  // the demo's bank returned entries of the first clubs, so their accounts need new details
  const takeMembers = ids.filter((_, index) => facilities.takesMembers[index] === true);
  return takeMembers.toSorted((a, b) => Number(a) - Number(b)).slice(20, 40);
}

const fobOf = (place: number): string =>
  (BigInt(parseInt('A00000', 15)) + BigInt(place)).toString(15).toUpperCase();

async function enrollByApi(place: number, facilityId: string): Promise<void> {
  const email = `person${place}@lakeside.test`;
  const token = linkOf(email).split('/').at(-1) ?? '';
  await new Client(portal.address).must('POST', `/invitations/${token}/accept`, {
    password,
    confirmPassword: password,
  });
  const me = await new Client(portal.address).signIn(email, password);
  const { memberGroups } = await me.must('GET', '/user/me');
  const [memberId] = memberGroups[0].membersIds;
  const { versionToSign } = await me.must('GET', `/members/memberlegalcontract?memberIdGuid=${memberId}`);
  const needsHealthConsent = await consentByApi(me, memberId, facilityId);
  await me.must('POST', '/members/membersaffacilitywithinprogram/enroll', {
    facilityMemberID: fobOf(place),
    isMemberAgreed: true,
    firstName: 'Member',
    lastName: `Number ${place}`,
    contactNumber: '2185550100',
    email,
    documentAgreementVersion: versionToSign,
    ...(needsHealthConsent && { healthDataCollection: true, healthDataSharing: true }),
    memberDuesAmount: '0',
    facilityId,
    MemberIds: memberGroups[0].membersIds,
    OperationTypeID: 3,
  });
}

/** Records the consent to sign electronically. Returns true if the state also requires one for health data. */
async function consentByApi(me: Client, memberIdGuid: string, facilityId: string): Promise<boolean> {
  const path = '/members/memberlegalcontract';
  const query = `memberIdGuid=${memberIdGuid}&facilityId=${facilityId}`;
  const { hash, needsHealthConsent } = await me.must('GET', `${path}/text?${query}`);
  const code = codeIn(await me.bytes(`${path}/preview?${query}`));
  for (const event of ['agreed', 'read'])
    await me.must('POST', `${path}/consent`, { memberIdGuid, facilityId, hash, event, code });
  return needsHealthConsent;
}

function checkIns(facilities: readonly string[]): string[][] {
  const line = (index: number, time: string): string[] => {
    const [member, day] = [index % members, 3 + (Math.floor(index / members) % 27)];
    return [
      fobOf(member),
      facilities[(member + day) % 20] ?? '',
      `2026-09-${String(day).padStart(2, '0')}`,
      time,
    ];
  };
  return [
    ['Key Fob', 'Club ID', 'Date', 'Time'],
    ...Array.from({ length: members * 27 }, (_, index) => line(index, '07:30')),
    ...Array.from({ length: 450 }, (_, index) => line(index, '18:05')),
    ...Array.from({ length: 10 }, (_, index) => [
      `EEEEE${index}`,
      facilities[0] ?? '',
      '2026-09-15',
      '12:00',
    ]),
  ];
}

async function generatedBySchedule(list: string, total: string | RegExp): Promise<void> {
  const isThere = async () => {
    await page.goto(`${portal.address}/admin/wellnessprogrampayments/${list}?partner=${partner}`);
    const amount = page.getByText(total).first();
    return amount.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  };
  // five weeks of schedules run first, sequentially, each to the end of its jobs
  await expect.poll(isThere, { timeout: 200_000 }).toBe(true);
}
