import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { freePorts, freshFolder, startPortal, type Portal } from '../support/portal.ts';

let portal: Portal;
let browser: Browser;
beforeAll(async () => {
  portal = await startPortal(await freePorts(), freshFolder());
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

it('a large download shows its progress, is saved when it is ready, and leaves the page as it was', async () => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${portal.address}/?login=true`);
  const popup = page.getByRole('dialog');
  await popup.getByLabel(/email|user ?name/i).fill('manager@wellport.test');
  await popup.getByLabel('Password').first().fill('Wellport2026');
  await popup.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/\/partnermanager/);
  let done = 4000;
  const job = () => ({
    id: 'large',
    kind: 'download',
    status: done < 90_000 ? 'running' : 'done',
    done,
    total: 90_000,
    message: 'Preparing your download.',
    result: {},
  });
  await page.route('**/api/employeemanagement/keyfobs/excelreport**', (route) =>
    route.fulfill({
      status: 202,
      json: { success: true, jobId: 'large', message: 'Preparing your download.' },
    }),
  );
  await page.route('**/api/jobs/large', (route) => route.fulfill({ json: job() }));
  await page.route('**/api/jobs/large/file', (route) =>
    route.fulfill({ json: { address: `${portal.address}/saved/large.xlsx`, name: 'Employees.xlsx' } }),
  );
  await page.route('**/saved/large.xlsx', (route) =>
    route.fulfill({
      body: 'rows',
      contentType: 'application/octet-stream',
      headers: { 'content-disposition': "attachment; filename*=UTF-8''Employees.xlsx" },
    }),
  );
  await page.goto(`${portal.address}/partnermanager/groupmemberships/employeemanagement`);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByText('Preparing your download').waitFor();
  await page.getByText('4,000 rows read').waitFor();
  await page.reload();
  await page.getByText('4,000 rows read').waitFor();
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/download-${width}.png` });
  }
  const saving = page.waitForEvent('download');
  done = 90_000;
  expect((await saving).suggestedFilename()).toBe('Employees.xlsx');
  await page.getByText('Employees.xlsx is downloaded.').waitFor();
  await page.getByText('Preparing your download').waitFor({ state: 'detached' });
  expect(page.url()).toContain('/employeemanagement');
});
