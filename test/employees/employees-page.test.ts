import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadsPage } from '../../functions/employees/upload-store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { maxUploadBytes } from '../../shared/employees/employee-rows.ts';
import { axeFaults, expectAccessible } from '../support/axe.ts';
import { call } from '../support/call.ts';
import { onClick } from '../support/forms.ts';
import { runJob } from '../support/jobs.ts';
import { startWorker } from '../support/worker.ts';
import { makeWorld, type World } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { addMembers, freshPartner, rosterOf, workbookOf } from './people.ts';
import { resize } from '../support/resize.ts';

let world: World;
let portal: Portal;
let page: Page;
const worker = startWorker();
beforeAll(async () => {
  world = await makeWorld();
  portal = await openPortal();
  page = await portal.visitAs((await createUser({ role: 'systemAdmin' })).email, '/admin/partners/list');
});
afterAll(async () => {
  await portal?.close();
  await worker.stop();
});

const open = (id: string, search = '') =>
  page.goto(`${portal.address}/partnerowner/partners/${id}/groupmemberships/employeemanagement${search}`);

const rowsOf = (id: string) => [
  ['Ann', 'Lund', `ann@page${id}.test`],
  ['Bo', '', `bo@page${id}.test`],
  ['Cy', 'Moe', `cy@page${id}.test`],
  ['Di', 'Ek', 'di@gmail,com'],
  ['Ed', 'Ek', 'ed@gmail,com'],
];

it('checks a file, assigns its columns, uploads it, and shows the results after a reload', async () => {
  const id = await freshPartner();
  await open(id);
  await page.getByText('To begin, add key fobs or upload your employees.').waitFor();
  const file = await workbookOf(rowsOf(id), ['Given name', 'Surname', 'Contact']);
  await onClick(page, 'Upload employees');
  const upload = page.getByRole('dialog', { name: 'Upload employees' });
  for (const fact of ['.xlsx, at most 25 KB', 'First Name, Last Name, and Email', 'Phone and Date of Birth'])
    await upload.getByText(fact).waitFor();
  const [template] = await Promise.all([page.waitForEvent('download'), onClick(upload, 'Download template')]);
  expect(template.suggestedFilename()).toBe('Employees template.xlsx');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'people.pdf', mimeType: '', buffer: Buffer.from('x') });
  await onClick(page, 'Check file');
  await page.getByText('Choose a file that ends in .xlsx. Open your file in Excel').waitFor();
  await input.setInputFiles({ name: 'large.xlsx', mimeType: '', buffer: Buffer.alloc(25_601) });
  await onClick(page, 'Check file');
  await page.getByText('File size exceeds the limit of 25KB. Select “Import a large file”').waitFor();
  await input.setInputFiles({ name: file.name, mimeType: '', buffer: Buffer.from(file.bytes) });
  await onClick(page, 'Check file');
  const checked = page.getByRole('dialog', { name: 'Check people.xlsx' });
  await checked.getByText('Your file has no column for Email.').waitFor();
  await checked.getByLabel('Email').selectOption('Contact');
  await onClick(checked, 'Save columns');
  await checked.getByText('2 employees will be added.').waitFor();
  await checked.getByRole('row', { name: /Last Name is required\. 1 3/ }).waitFor();
  expect(await axeFaults(page, 'dialog')).toEqual([]);
  await onClick(checked, 'Add 2 employees');
  await page.waitForURL(/job=/);
  await page.reload();
  const results = page.getByRole('dialog', { name: 'Upload results' });
  await results.waitFor();
  expect(await results.locator('dl').innerText()).toMatch(/processed\s+5\s+uploaded\s+2\s+failed\s+3/i);
});

it('adds the employees of a file once when an upload without a response is repeated', async () => {
  const id = await freshPartner();
  await open(id);
  const file = await workbookOf([['Ann', 'Lund', `ann@page${id}.test`]]);
  await onClick(page, 'Upload employees');
  const buffer = Buffer.from(file.bytes);
  await page.locator('input[type=file]').setInputFiles({ name: file.name, mimeType: '', buffer });
  await onClick(page, 'Check file');
  const checked = page.getByRole('dialog', { name: 'Check people.xlsx' });
  await page.route(
    '**/api/employeemanagement/members/upload',
    async (route) => {
      await route.fetch();
      return route.abort();
    },
    { times: 1 },
  );
  await onClick(checked, 'Add 1 employee');
  await page.getByText('Request failed. Your changes have not been saved.').first().waitFor();
  await onClick(checked, 'Add 1 employee');
  await page.waitForURL(/job=/);
  const results = page.getByRole('dialog', { name: 'Upload results' });
  await results.waitFor();
  expect(await results.locator('dl').innerText()).toMatch(/processed\s+1\s+uploaded\s+1\s+failed\s+0/i);
  expect((await uploadsPage(id, undefined)).items).toHaveLength(1);
});

it('imports a CSV in parts after a preview of the rows to add and to correct', async () => {
  const id = await freshPartner();
  await addMembers(id, 1, () => ({ email: 'known@people.test' }));
  await open(id);
  await onClick(page, 'Upload employees');
  await page.getByRole('link', { name: 'Import a large file' }).click();
  const popup = page.getByRole('dialog', { name: 'Import employees' });
  const rows = ['Work Email,Legal First Name,Legal Last Name', 'eva@people.test,Eva,Moe'];
  const file = [...rows, 'known@people.test,Bo,Ek', 'jo@people.test,Jo,'].join('\n');
  const buffer = Buffer.from(file);
  await popup.locator('input[type=file]').setInputFiles({ name: 'roster.csv', mimeType: '', buffer });
  await onClick(popup, 'Read file');
  await page.getByRole('heading', { level: 1, name: 'roster.csv' }).waitFor();
  await page.getByRole('row', { name: /Eva Moe/ }).waitFor();
  await page.getByRole('button', { name: /^Rows with an error/ }).click();
  await page.getByRole('row', { name: /This email has already been uploaded/ }).waitFor();
  await page.getByRole('row', { name: /Last Name is required/ }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /^Add/ }).click();
  await page.getByRole('row', { name: /Eva Moe/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await onClick(page, 'Apply 1 row');
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByText('1 membership is added. You can undo this').waitFor();
  await onClick(confirmation, 'Apply 1 row');
  // the rows that were not applied remain visible
  await page.getByRole('row', { name: /Eva Moe Applied/ }).waitFor();
  await page.getByText('Correct them in your file and import it again.').waitFor();
  await page.getByRole('row', { name: /Last Name is required/ }).waitFor();
});

it('releases the optional field of a column that is selected for another field', async () => {
  const id = await freshPartner();
  await page.goto(
    `${portal.address}/partnerowner/partners/${id}/groupmemberships/employeemanagement/changes?upload=additions`,
  );
  const popup = page.getByRole('dialog', { name: 'Import employees' });
  const buffer = Buffer.from(`Employee,Email\n"Moe, Eva",eva@page${id}.test`);
  await popup.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: '', buffer });
  await onClick(popup, 'Read file');
  const columns = page.getByRole('dialog', { name: 'Columns of people.csv' });
  expect(await columns.getByLabel('Employee Number (optional)').inputValue()).toBe('Employee');
  await columns.getByLabel('Names').selectOption('full');
  await columns.getByLabel('Full Name').selectOption('Employee');
  expect(await columns.getByLabel('Employee Number (optional)').inputValue()).toBe('');
  await onClick(columns, 'Save columns');
  await page.getByRole('row', { name: /Eva Moe/ }).waitFor();
});

it.each(['csv', 'xlsx'])('selects the columns of a large %s file, then previews it', async (type) => {
  const id = await freshPartner(500);
  const titles = ['Given', 'Family', 'Contact', ...Array.from({ length: 12 }, (_, index) => `Note ${index}`)];
  const rows = Array.from({ length: 400 }, (_, row) => [
    'Ann',
    `Lund ${row}`,
    `ann.${row}@large${id}.test`,
    ...Array.from({ length: 12 }, (_, column) => `${row * 7919 + column * 104_729} ${row % 97}`),
  ]);
  const bytes =
    type === 'csv'
      ? Buffer.from([titles, ...rows].map((row) => row.join(',')).join('\n'))
      : Buffer.from((await workbookOf(rows, titles)).bytes);
  expect(bytes.length).toBeGreaterThan(maxUploadBytes);
  await page.goto(
    `${portal.address}/partnerowner/partners/${id}/groupmemberships/employeemanagement/changes?upload=additions`,
  );
  const popup = page.getByRole('dialog', { name: 'Import employees' });
  await popup.locator('input[type=file]').setInputFiles({ name: `hr.${type}`, mimeType: '', buffer: bytes });
  await onClick(popup, 'Read file');
  const columns = page.getByRole('dialog', { name: `Columns of hr.${type}` });
  await columns.getByText('Your file has no column for First Name, Last Name, and Email.').waitFor();
  const save = columns.getByRole('button', { name: 'Save columns' });
  for (const width of [390, 744, 1366]) {
    await resize(page, { width, height: 768 });
    const { y = 0, height = 0 } = (await save.boundingBox()) ?? {};
    expect(y, `${width} px`).toBeGreaterThan(0);
    expect(y + height, `${width} px`).toBeLessThanOrEqual(768);
  }
  // a reload offers the same choice
  await page.reload();
  await columns.getByLabel('First Name').selectOption('Given');
  await columns.getByLabel('Last Name').selectOption({ label: 'Family (Lund 0, Lund 1, Lund 2)' });
  expect(await save.isDisabled()).toBe(true);
  await columns.getByLabel('Email').selectOption('Contact');
  await columns.locator('.field-hint').getByText(`ann.0@large${id}.test, ann.1@large${id}.test`).waitFor();
  expect(await axeFaults(page, 'dialog')).toEqual([]);
  await save.click();
  await page.getByRole('button', { name: /^Add 400/ }).waitFor();
  await page.getByRole('row', { name: /Ann Lund 0/ }).waitFor();
});

it('lists the failed rows of an upload, and uploads them after corrections in the page', async () => {
  const id = await freshPartner();
  const files = { file: await workbookOf(rowsOf(id)) };
  const { jobId } = (await call(employees.upload, world.admin, { body: { partnerId: id }, files })).body;
  await runJob(jobId);
  await open(id, `?job=${jobId}`);
  await page.getByRole('link', { name: 'View Details' }).click();
  await page.getByRole('heading', { level: 1, name: 'people.xlsx' }).waitFor();
  const message =
    'Here is the list of members that have not been uploaded. Please fix their information in file and try again';
  for (const text of [message, 'Last Name is required.', '2 uploaded, 3 to fix.'])
    await page.getByText(text).waitFor();
  const [saving] = await Promise.all([page.waitForEvent('download'), onClick(page, 'Download these rows')]);
  expect(saving.suggestedFilename()).toBe('Not uploaded - people.xlsx');
  const whole = page.url();
  const third = page.getByRole('row').filter({ hasText: 'Line 3' });
  // only the wrong cell is marked, and described by the reason
  expect(await third.locator('[aria-invalid=true]').count()).toBe(1);
  await expectAccessible(page, [390, 744, 1366]);
  await resize(page, { width: 1366, height: 900 });
  const lastName = third.getByRole('textbox', {
    name: 'Last Name, line 3',
    description: 'Last Name is required.',
  });
  await lastName.fill('Oak');
  expect(await third.locator('[aria-invalid=true]').count()).toBe(0);
  // fixes that are not uploaded survive another page and a reload
  await page.getByRole('link', { name: 'Back' }).first().click();
  await page.waitForURL(/employeemanagement/);
  await page.goBack();
  await page.getByRole('button', { name: 'Upload 1 fixed row' }).waitFor();
  await page.reload();
  await onClick(page, 'Upload 1 fixed row');
  await page.getByText('1 uploaded, 2 to fix.').waitFor();
  const remaining = page.url();
  const lines = page.getByRole('row').filter({ hasText: /^Line \d/ });
  expect(await lines.count()).toBe(2);
  await page.goto(whole);
  await page.getByRole('link', { name: 'Open the later upload' }).click();
  await page.waitForURL(remaining);
  await onClick(page, 'Correct the email domain in 2 rows');
  // the button disappears
  const rowsToFix = page.getByRole('region', { name: 'Rows that were not uploaded' });
  await expect.poll(() => rowsToFix.evaluate((part) => part === document.activeElement)).toBe(true);
  await onClick(page, 'Upload 2 fixed rows');
  await page.getByText('Every row was uploaded').waitFor();
  await page.getByRole('link', { name: 'Back' }).first().click();
  await page.getByRole('button', { name: 'Ann Lund' }).waitFor();
});

it('discards the failed rows of an upload after a confirmation', async () => {
  const id = await freshPartner();
  const files = { file: await workbookOf(rowsOf(id)) };
  const { jobId } = (await call(employees.upload, world.admin, { body: { partnerId: id }, files })).body;
  await runJob(jobId);
  await page.goto(`${portal.address}/uploadresults?job=${jobId}&partner=${id}`);
  await onClick(page, 'Discard these rows');
  const dialog = page.getByRole('alertdialog', { name: 'Discard 3 rows?' });
  await onClick(dialog, 'Cancel');
  await page.getByText('2 uploaded, 3 to fix.').waitFor();
  await onClick(page, 'Discard these rows');
  await onClick(dialog, 'Discard');
  await page.getByText('discarded 3 rows on').waitFor();
  await expectAccessible(page, [390, 1366]);
  await resize(page, { width: 1366, height: 900 });
  const [saving] = await Promise.all([page.waitForEvent('download'), onClick(page, 'Download these rows')]);
  expect(saving.suggestedFilename()).toBe('Not uploaded - people.xlsx');
});

it('adds an employee with optional columns of the roster', async () => {
  const id = await freshPartner();
  await open(id);
  await onClick(page, 'Add employee');
  const form = page.getByRole('dialog', { name: 'Add an employee' });
  for (const [label, value] of [
    ['First Name', 'Ann'],
    ['Last Name', 'Lund'],
    ['Email', `ann@form${id}.test`],
  ] as const)
    await form.getByLabel(label).fill(value);
  await form.getByText('More information').click();
  await form.getByLabel('Employee Number').fill('E-7');
  await form.getByLabel('Membership Type').selectOption('Family');
  expect(await axeFaults(page, 'dialog')).toEqual([]);
  await onClick(form, 'Add employee');
  await page.getByRole('button', { name: 'Ann Lund', exact: true }).waitFor();
  const [row] = await rosterOf(world, id);
  expect(await loadMember(String(row?.memberId))).toMatchObject({
    employeeNumber: 'E-7',
    membershipType: 'Family',
  });
});

it('selects columns, deletes selected memberships, and invites all members', async () => {
  const id = await freshPartner();
  await addMembers(id, 5, (index) => ({ firstName: 'Bo', lastName: `Oak ${index}` }));
  await open(id);
  await onClick(page, 'Columns');
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Phone').check();
  await onClick(page, 'Save columns');
  await page.getByRole('columnheader', { name: 'Phone' }).waitFor();
  const popup = (name: string) => page.getByRole('dialog', { name });
  const close = (name: string) => popup(name).getByRole('button', { name: 'Close', exact: true }).last();
  await page.getByLabel('Select Bo Oak 1').check();
  await onClick(page, 'Delete memberships');
  await onClick(page.getByRole('alertdialog'), 'Delete memberships (1)');
  await popup('Results')
    .getByRole('row', { name: /Bo Oak 1/ })
    .waitFor();
  await close('Results').click();
  await onClick(page, 'Invite 4 members');
  await onClick(page.getByRole('alertdialog'), 'Invite 4 members');
  await popup('Invitations').waitFor();
  expect(await popup('Invitations').locator('dl').innerText()).toMatch(/invited\s+4/i);
  await close('Invitations').click();
  await page.getByRole('cell', { name: 'Invited' }).nth(1).waitFor();
  expect(page.url()).not.toContain('job=');
  expect(await page.getByRole('button', { name: 'No members to invite' }).isDisabled()).toBe(true);
  await resize(page, { width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFaults(page, 'main')).toEqual([]);
});
