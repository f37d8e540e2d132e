import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { type Gallery, openGallery, type Screen } from './gallery/open.ts';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

const screens: Screen[] = ['pieces', 'form', 'table', 'states'];
const schemes = ['light', 'dark'] as const;
const cases = screens.flatMap((screen) =>
  [390, 1366].flatMap((width) => schemes.map((colorScheme) => ({ screen, width, colorScheme }))),
);

test.each(cases)(
  'passes axe on $screen at $width px, $colorScheme',
  async ({ screen, width, colorScheme }) => {
    const page = await gallery.visit(screen, {
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    if (screen === 'form') await page.getByRole('button', { name: 'Add the partner' }).click();
    if (screen === 'pieces') {
      for (const name of ['Notify', 'Warn', 'Fail']) await page.getByRole('button', { name }).click();
    }
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  },
);

test.each(schemes)('passes axe with an open dialog and an open list, %s', async (colorScheme) => {
  const options = { colorScheme, reducedMotion: 'reduce' } as const;
  const pieces = await gallery.visit('pieces', options);
  await pieces.getByRole('button', { name: 'Ask' }).click();
  expect(await axeFaults(pieces)).toEqual([]);
  const form = await gallery.visit('form', options);
  await form.getByRole('combobox', { name: 'State' }).click();
  await form.locator('.options').waitFor();
  expect(await axeFaults(form)).toEqual([]);
});

test('axe reports a page without labels', async () => {
  const page = await gallery.visit('form');
  await page.locator('label').evaluateAll((labels) => labels.forEach((label) => label.remove()));
  expect((await axeFaults(page)).join(' ')).toContain('label');
});
