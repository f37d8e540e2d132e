import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { answerWithRows, loadRows } from './many-rows.ts';

// a roster of hundreds of rows renders expensive cells only where they are visible

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

const lookOf = (name: string) =>
  page.evaluate((wanted) => {
    const names = [...document.querySelectorAll('.roster tbody th')];
    const cell = names.find(({ textContent }) => textContent === wanted);
    const status = cell?.parentElement?.querySelector('.status');
    if (!cell || !status) throw new Error(`There is no row of ${wanted}.`);
    const hasPicture = getComputedStyle(status, '::before').maskImage !== 'none';
    return { hasPicture, nameStays: getComputedStyle(cell).position === 'sticky' };
  }, name);

const drawn = { hasPicture: true, nameStays: true };
const bare = { hasPicture: false, nameStays: false };

test('renders icons and pinned columns only for visible rows', async () => {
  await expect.poll(() => lookOf('Ann Person299')).toEqual(drawn);
  expect(await lookOf('Ann Person0')).toEqual(bare);
  await page.locator('.roster .table-scroll').evaluate((box) => {
    box.scrollTop = 0;
  });
  await expect.poll(() => lookOf('Ann Person0')).toEqual(drawn);
  await expect.poll(() => lookOf('Ann Person299')).toEqual(bare);
});

test('renders every icon in print', async () => {
  await page.emulateMedia({ media: 'print' });
  expect((await lookOf('Ann Person0')).hasPicture).toBe(true);
  expect((await lookOf('Ann Person299')).hasPicture).toBe(true);
  await page.emulateMedia({ media: 'screen' });
});
