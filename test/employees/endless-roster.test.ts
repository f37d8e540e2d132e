import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { answerWithRows } from './many-rows.ts';

// failures and concurrent changes while scrolling through a list

const portal = usePortal();
let email: string;
let address: string;

beforeAll(async () => {
  const world = await makeWorld();
  ({ email } = await createUser({ role: 'systemAdmin' }));
  address = `${portal.address}/partnerowner/partners/${world.own.partner.id}/groupmemberships/employeemanagement`;
});

const roster = async (answering: Parameters<typeof answerWithRows>[2]): Promise<Page> => {
  const page = await portal.visitAs(email, '/admin/partners/list', {
    viewport: { width: 1366, height: 900 },
  });
  await answerWithRows(page, 40, answering);
  await page.goto(address);
  await page.getByText('Ann Person19', { exact: true }).waitFor();
  return page;
};

const toTheEnd = (page: Page) =>
  page.locator('.roster .table-scroll').evaluate((box) => {
    box.scrollIntoView({ block: 'end' });
    box.scrollTop = box.scrollHeight;
  });

test('retries failed rows only on request', async () => {
  let isBroken = true;
  let requested = 0;
  const page = await roster({
    fails: (from) => {
      if (from === 20) requested += 1;
      return from === 20 && isBroken;
    },
  });
  await toTheEnd(page);
  await page.getByRole('alert').getByText('The next rows could not be loaded.').waitFor();
  const before = requested;
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  });
  expect(requested).toBe(before);
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Ann Person39', { exact: true }).waitFor();
  expect(await page.getByText('could not be loaded').count()).toBe(0);
});

test('shows a concurrent change in all rows', async () => {
  let name = 'Person';
  const held = Promise.withResolvers<boolean>();
  const page = await roster({
    name: () => name,
    fails: (from) => (from === 20 && name === 'Person' ? held.promise : false),
  });
  await page.route('**/api/employeemanagement/membership/deactivate', (route) => {
    name = 'Changed';
    return route.fulfill({ json: { success: true, message: 'The membership is deactivated.' } });
  });
  await toTheEnd(page);
  await page.getByText('Loading…').waitFor();
  await page.getByText('Ann Person19', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('The membership is deactivated.').waitFor();
  held.resolve(false);
  await page.getByText('Ann Changed0', { exact: true }).waitFor();
  await page.getByText('Ann Changed39', { exact: true }).waitFor();
  expect(await page.getByText('Ann Person').count()).toBe(0);
});
