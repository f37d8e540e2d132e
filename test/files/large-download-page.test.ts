import { beforeAll, expect, it } from 'vitest';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { resize } from '../support/resize.ts';

const path = '/partnermanager/groupmemberships/employeemanagement';
const portal = usePortal();
let manager: string;
beforeAll(async () => {
  const { own } = await makeWorld();
  ({ email: manager } = await createUser({ role: 'partnerManager', partnerId: own.partner.id }));
});

it('a large download shows its progress, is saved when ready, and does not leave the page', async () => {
  const page = await portal.visitAs(manager, '/');
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
  await page.goto(portal.address + path);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByText('Preparing your download').waitFor();
  await page.getByText('4,000 rows read').waitFor();
  await page.reload();
  await page.getByText('4,000 rows read').waitFor();
  for (const width of [1366, 390]) {
    await resize(page, { width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/download-${width}.png` });
  }
  const saving = page.waitForEvent('download');
  done = 90_000;
  expect((await saving).suggestedFilename()).toBe('Employees.xlsx');
  await page.getByText('Employees.xlsx was downloaded.').waitFor();
  await page.getByText('Preparing your download').waitFor({ state: 'detached' });
  expect(page.url()).toContain('/employeemanagement');
});
