import { afterAll, beforeAll, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { type Gallery, openGallery, type Screen } from './gallery/open.ts';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

const screens: Screen[] = ['pieces', 'form', 'table', 'states'];
const widths = [390, 1366];

test.each(screens)('passes axe on %s at both widths, light and dark', async (screen) => {
  const page = await gallery.visit(screen);
  if (screen === 'form') await page.getByRole('button', { name: 'Add the partner' }).click();
  if (screen === 'pieces') {
    for (const name of ['Notify', 'Warn', 'Fail']) await page.getByRole('button', { name }).click();
  }
  await expectAccessible(page, widths);
});

test('passes axe with an open dialog and an open list', async () => {
  const pieces = await gallery.visit('pieces');
  await pieces.getByRole('button', { name: 'Ask' }).click();
  await expectAccessible(pieces, [1366]);
  const form = await gallery.visit('form');
  await form.getByRole('combobox', { name: 'State' }).click();
  await form.locator('.options').waitFor();
  await expectAccessible(form, [1366]);
});
