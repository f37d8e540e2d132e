import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TableMore } from '../../web/ui/TableFoot.tsx';
import { type Gallery, openGallery } from './gallery/open.ts';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

const firstTable = (page: Page) => page.getByRole('table', { name: 'Payments', exact: true });
const firstColumn = (page: Page) => firstTable(page).locator('tbody th').allTextContents();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('the table', () => {
  test('sorts by one column at a time, by mouse and keyboard, with aria-sort', async () => {
    const page = await gallery.visit('table');
    const head = (name: string) => firstTable(page).getByRole('columnheader', { name });
    expect(await head('Employee name').getAttribute('aria-sort')).toBe('ascending');
    await head('Amount to be sent').getByRole('button').click();
    expect(await head('Amount to be sent').getAttribute('aria-sort')).toBe('ascending');
    expect(await firstTable(page).locator('[aria-sort]').count()).toBe(1);
    const amounts = async () => firstTable(page).locator('tbody .money').allTextContents();
    const rising = (await amounts()).map((amount) => Number(amount.replace(/[$,]/g, '')));
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    await page.keyboard.press('Enter');
    expect(await head('Amount to be sent').getAttribute('aria-sort')).toBe('descending');
    expect(await head('Status').getByRole('button').count()).toBe(0);
  });

  test('moves by cell with the arrow keys, Home, and End, and leaves their keys to fields', async () => {
    const page = await gallery.visit('table');
    const region = page.getByRole('region', { name: 'Payments', exact: true });
    await region.focus();
    const focusedCell = () =>
      page.evaluate(() => {
        const cell = document.activeElement?.closest<HTMLTableCellElement>('th, td');
        return cell && [cell.closest('tr')?.rowIndex, cell.cellIndex];
      });
    const pressKeys = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return focusedCell();
    };
    const last = (await firstTable(page).locator('thead th').count()) - 1;
    expect(await pressKeys('ArrowDown')).toEqual([1, 0]);
    expect(await pressKeys('ArrowRight', 'ArrowDown', 'ArrowDown')).toEqual([3, 1]);
    expect(await pressKeys('ArrowUp', 'End')).toEqual([2, last]);
    expect(await pressKeys('ArrowRight', 'Home', 'ArrowLeft')).toEqual([2, 0]);
    // the first cell of the totals spans two columns
    expect(await pressKeys('Control+End')).toEqual([
      (await firstTable(page).locator('tr').count()) - 1,
      last - 1,
    ]);
    expect(await pressKeys('Control+Home', 'ArrowUp')).toEqual([0, 0]);
    // a cell with one control focuses the control
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  });

  test('shows up to 2,000 rows, and then suggests narrowing or downloading the list', () => {
    const foot = (shown: number) =>
      renderToStaticMarkup(createElement(TableMore, { hasMore: true, visibleCount: shown }));
    expect(foot(1980)).toContain('Show more');
    expect(foot(2000)).toContain(
      'These are the first 2,000 rows. Narrow the list or download it to see the others.',
    );
    expect(foot(2000)).not.toContain('Show more');
  });

  test('loads more at its end and by its button', async () => {
    const page = await gallery.visit('table');
    expect(await firstColumn(page)).toHaveLength(20);
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await firstColumn(page)).length).toBeGreaterThanOrEqual(40);
    await page
      .getByRole('region', { name: 'Payments', exact: true })
      .evaluate((region) => region.scrollTo(0, 9999));
    await expect.poll(async () => (await firstColumn(page)).length).toBe(45);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('selects individual rows and all rows shown', async () => {
    const page = await gallery.visit('table');
    const box = page.getByRole('checkbox', { name: 'Select Amara Okafor 13' });
    await box.check();
    // for thousands of rows, the browser's history would save each checkbox
    expect(await box.getAttribute('autocomplete')).toBe('off');
    const all = page.getByRole('checkbox', { name: 'Select all rows shown' });
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await all.check();
    expect(await firstTable(page).locator('tbody input:checked').count()).toBe(20);
  });

  test('shows pages of 10, 20, 30, or 40 rows', async () => {
    const page = await gallery.visit('table');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.getByRole('option').allTextContents()).toEqual(['10', '20', '30', '40']);
    await pages.getByRole('button', { name: 'Next page' }).click();
    expect(await pages.textContent()).toContain('11–20 of 45');
    expect(await pages.getByRole('button', { name: 'Previous page' }).isEnabled()).toBe(true);
  });

  test('shows a message for an empty list', async () => {
    const page = await gallery.visit('states');
    expect(await page.getByText('No data found').first().isVisible()).toBe(true);
  });
});

describe('dialogs', () => {
  test('focuses Cancel in a confirmation, traps the focus, and cancels on Escape', async () => {
    const page = await gallery.visit('pieces');
    await page.getByRole('button', { name: 'Ask' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Send 3 files to the bank?' });
    expect(await focused(page)).toBe('Cancel');
    const describedBy = await dialog.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${describedBy}"]`).innerText()).not.toBe('');
    expect(await dialog.locator('header, footer').count()).toBe(0);
    for (let onClick = 0; onClick < 7; onClick += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main') ?? null)).toBe(null);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await page.getByTestId('result').textContent()).toBe('no');
    expect(await focused(page)).toBe('Ask');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Send 3 files' }).click();
    await expect.poll(() => page.getByTestId('result').textContent()).toBe('yes');
  });

  test('closes a popup by its button and restores the focus', async () => {
    const page = await gallery.visit('pieces');
    await page.getByRole('button', { name: 'Open' }).click();
    await page
      .getByRole('dialog', { name: 'Members transfer' })
      .getByRole('button', { name: 'Close', exact: true })
      .click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await focused(page)).toBe('Open');
  });
});

describe('notices', () => {
  test('disappear after 5000 ms and an animation of 400 ms, and wait while the pointer is over them', async () => {
    const page = await gallery.visit('pieces');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const region = page.getByRole('region', { name: 'Notices', exact: true });
    expect(await region.getAttribute('aria-live')).toBe('polite');
    const toast = region.locator('.toast');
    await page.getByRole('button', { name: 'Notify' }).click();
    await page.clock.runFor(4900);
    expect(await toast.getAttribute('data-closing')).toBe('false');
    await toast.hover();
    await page.clock.runFor(20_000);
    expect(await toast.getAttribute('data-closing')).toBe('false');
    await page.mouse.move(1, 1);
    await page.clock.runFor(200);
    expect(await toast.getAttribute('data-closing')).toBe('true');
    await page.clock.runFor(150);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(300);
    expect(await toast.count()).toBe(0);
  });

  test('shows errors as plain text until they are closed', async () => {
    const page = await gallery.visit('pieces');
    await page.getByRole('button', { name: 'Fail' }).click();
    const bar = page.locator('.message-bar');
    await expect.poll(() => bar.textContent()).toContain('<b>Resource</b> not found.');
    expect(await bar.locator('b').count()).toBe(0);
    expect(await bar.textContent()).toContain('Request ID: 01JD3V8Q');
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect.poll(() => bar.textContent()).toBe('');
  });
});
