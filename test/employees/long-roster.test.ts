import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { answerWithRows, loadRows } from './many-rows.ts';

const rows = 300;
let portal: Portal;
let page: Page;

beforeAll(async () => {
  const world = await makeWorld();
  portal = await openPortal();
  const { email } = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(email, '/admin/partners/list', { viewport: { width: 1366, height: 900 } });
  await answerWithRows(page, rows);
  const path = `/partnerowner/partners/${world.own.partner.id}/groupmemberships/employeemanagement`;
  await page.goto(portal.address + path);
  await page.getByText('Person0', { exact: false }).first().waitFor();
  await loadRows(page, rows);
});

afterAll(() => portal.close());

const hasIcon = (name: string) =>
  page.evaluate((wanted) => {
    const names = [...document.querySelectorAll('.roster tbody th')];
    const cell = names.find(({ textContent }) => textContent === wanted);
    const status = cell?.parentElement?.querySelector('.status');
    if (!cell || !status) throw new Error(`There is no row of ${wanted}.`);
    return getComputedStyle(status, '::before').maskImage !== 'none';
  }, name);

test('renders every icon in print', async () => {
  await page.emulateMedia({ media: 'print' });
  expect(await hasIcon('Ann Person0')).toBe(true);
  expect(await hasIcon('Ann Person299')).toBe(true);
  await page.emulateMedia({ media: 'screen' });
});
