import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { agreeElectronically, agreementOn, codeInAgreement } from './agree-on-page.ts';

export interface Hands {
  type: (field: Locator, text: string) => Promise<void>;
  onClick: (button: Locator) => Promise<void>;
  tick: (choice: Locator) => Promise<void>;
  agree: (page: Page) => Promise<void>;
}

export const pointer: Hands = {
  type: (field, text) => field.fill(text),
  onClick: (button) => button.click(),
  tick: (choice) => choice.check(),
  agree: agreeElectronically,
};

export const keyboard: Hands = {
  type: async (field, text) => {
    await tabTo(field);
    await field.page().keyboard.type(text);
  },
  onClick: (button) => pressKey(button, 'Enter'),
  tick: (choice) => pressKey(choice, 'Space'),
  agree: async (page) => {
    const consent = page.getByRole('region', { name: 'Signing electronically' });
    // what records the opening is still on its way when the code has been typed
    const { promise: typing, resolve: hasTyped } = Promise.withResolvers<void>();
    await page.route('**/memberlegalcontract/consent', async (route) => {
      await typing;
      await route.continue();
    });
    await keyboard.onClick(consent.getByRole('button', { name: 'Read the agreement' }));
    const code = await codeInAgreement(page);
    await keyboard.type(page.getByLabel('Code in the agreement'), code);
    await keyboard.onClick(page.getByRole('button', { name: 'I agree to sign electronically' }));
    hasTyped();
    // the text receives the focus of the button that is removed
    await expect.poll(() => hasFocus(agreementOn(page))).toBe(true);
    await page.keyboard.press('End');
    await page.getByText('You have read it to the end.').waitFor();
  },
};

async function pressKey(place: Locator, key: string): Promise<void> {
  await tabTo(place);
  await place.page().keyboard.press(key);
}
