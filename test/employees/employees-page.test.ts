import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { partners } from '../../shared/partners/contract.ts';
import { axeFaults } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';
import { folderWithDemo, freePorts, startPortal, type Portal } from '../support/portal.ts';
import { somePartner } from '../support/world.ts';
import { someTerms } from '../group-memberships/examples.ts';
import { workbookOf } from './people.ts';
import { toWire } from '../../shared/wire-names.ts';

let portal: Portal;
let browser: Browser;
beforeAll(async () => {
  portal = await startPortal(await freePorts(), await folderWithDemo(), '--built');
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

/** Logs the administrator in and returns the page and its token. */
async function signedIn(): Promise<{ page: Page; token: () => string }> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(60_000);
  let token = '';
  page.on('request', (request) => (token = request.headers().authorization ?? token));
  await page.goto(`${portal.address}/?login=true`);
  const popup = page.getByRole('dialog');
  await popup.getByLabel(/email|user ?name/i).fill('admin@wellport.test');
  await popup.getByLabel('Password').first().fill('Wellport2026');
  await popup.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/\/admin/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, token: () => token };
}

const send = async (token: string, { method, path }: Endpoint, body: unknown): Promise<unknown> => {
  const response = await fetch(`${portal.address}/api${path}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
};

it('uploads employees, shows failed rows, survives a reload, and invites all members', async () => {
  const { page, token } = await signedIn();
  const saved = await send(
    token(),
    partners.save,
    toWire(partners.save.body, { ...somePartner('0'), payeeToken: undefined }),
  );
  const { id } = (saved as { data: { id: string } }).data;
  const launchDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await send(token(), groupMemberships.save, { ...someTerms(id), launchDate });

  await page.goto(`${portal.address}/partnerowner/partners/${id}/groupmemberships/employeemanagement`);
  await page.getByText('To begin, add key fobs or upload your employees.').waitFor();
  const file = await workbookOf(
    [
      ['Ann', 'Lund', 'ann@page.test'],
      ['Bo', '', 'bo@page.test'],
      ['Cy', 'Moe', 'cy@page.test'],
      ['Di', 'Ek', 'di@gmail,com'],
      ['Ed', 'Ek', 'ed@gmail,com'],
    ],
    ['Given name', 'Surname', 'Contact'],
  );
  await page.getByRole('button', { name: 'Upload employees' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload employees' });
  for (const fact of ['.xlsx, at most 25 KB', 'First Name, Last Name, and Email', 'Phone and Date of Birth'])
    await upload.getByText(fact).waitFor();
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    upload.getByRole('button', { name: 'Download template' }).click(),
  ]);
  expect(template.suggestedFilename()).toBe('Employees template.xlsx');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'people.pdf', mimeType: '', buffer: Buffer.from('x') });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByText('Choose a file that ends in .xlsx. Open your file in Excel').waitFor();
  await input.setInputFiles({ name: file.name, mimeType: '', buffer: Buffer.from(file.bytes) });
  await page.getByRole('button', { name: 'Check file' }).click();
  const checked = page.getByRole('dialog', { name: 'Check people.xlsx' });
  await checked.getByText('Your file has no column for Email.').waitFor();
  await checked.getByLabel('Email').selectOption('Contact');
  await checked.getByRole('button', { name: 'Save columns' }).click();
  await checked.getByText('2 employees will be added.').waitFor();
  await checked.getByRole('row', { name: /Last Name is required\. 1 3/ }).waitFor();
  expect(await axeFaults(page, 'dialog')).toEqual([]);
  await checked.getByRole('button', { name: 'Add 2 employees' }).click();
  await page.waitForURL(/job=/);
  await page.reload();

  const results = page.getByRole('dialog', { name: 'Upload results' });
  await results.waitFor();
  expect(await results.locator('dl').innerText()).toMatch(/processed\s+5\s+uploaded\s+2\s+failed\s+3/i);
  await results.getByRole('link', { name: 'View Details' }).click();
  await page.getByRole('heading', { level: 1, name: 'people.xlsx' }).waitFor();
  await page
    .getByText(
      'Here is the list of members that have not been uploaded. Please fix their information in file and try again',
    )
    .waitFor();
  await page.getByText('Last Name is required.').waitFor();
  const [saving] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these rows' }).click(),
  ]);
  expect(saving.suggestedFilename()).toBe('Not uploaded - people.xlsx');

  await page.getByText('2 uploaded, 3 to fix.').waitFor();
  const whole = page.url();
  await page.getByRole('listitem').filter({ hasText: 'Line 3' }).getByLabel('Last Name').fill('Oak');
  await page.getByRole('button', { name: 'Upload 1 fixed row' }).click();
  await page.getByText('1 uploaded, 2 to fix.').waitFor();
  const remaining = page.url();
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Line \d/ })
      .count(),
  ).toBe(2);
  await page.goto(whole);
  await page.getByRole('link', { name: 'Open the later upload' }).click();
  await page.waitForURL(remaining);
  await page.getByRole('button', { name: 'Correct the email domain in 2 rows' }).click();
  await page.getByRole('button', { name: 'Upload 2 fixed rows' }).click();
  await page.getByText('Every row was uploaded').waitFor();
  await page.getByRole('link', { name: 'Back' }).first().click();
  await page.getByRole('button', { name: 'Ann Lund' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Phone').check();
  await page.getByRole('button', { name: 'Save columns' }).click();
  await page.getByRole('columnheader', { name: 'Phone' }).waitFor();
  await page.getByLabel('Select Bo Oak').check();
  await page.getByRole('button', { name: 'Delete memberships' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete memberships (1)' }).click();
  const each = page.getByRole('dialog', { name: 'Results' });
  await each.getByRole('row', { name: /Bo Oak/ }).waitFor();
  await each.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Invite 4 members' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Invite 4 members' }).click();
  const invited = page.getByRole('dialog', { name: 'Invitations' });
  await invited.waitFor();
  expect(await invited.locator('dl').innerText()).toMatch(/invited\s+4/i);
  await invited.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('cell', { name: 'Invited' }).nth(1).waitFor();
  expect(page.url()).not.toContain('job=');
  expect(await page.getByRole('button', { name: 'No members to invite' }).isDisabled()).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFaults(page, 'main')).toEqual([]);
});

it('upload results without an upload link to the upload, and the menu lists the pages of the user', async () => {
  const { page } = await signedIn();
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${portal.address}/uploadresults`);
    await page.getByRole('heading', { level: 1, name: 'Upload results' }).waitFor();
    if (width === 390) await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /partners/i })
      .first()
      .waitFor();
    if (width === 390) await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(/\/admin\/partners\/list/);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});
