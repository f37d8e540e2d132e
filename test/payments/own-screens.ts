import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { agreeElectronically } from '../enrollment/agree-on-page.ts';
import { axeFaults } from '../support/axe.ts';
import { fill, press } from '../support/forms.ts';
import { mailsTo, password } from '../users/person.ts';
import { confirmIdentity, type Portal } from '../web/portal.ts';
import type { Program } from './program-screens.ts';

const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const;

export class OwnScreens {
  readonly #portal: Portal;

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  async enroll({ type, email, fob }: Program, club: string): Promise<Page> {
    const token = /\/invitation\/([\w-]+)/.exec((await mailsTo(email)).join('\n'))?.[1] ?? '';
    const page = await this.#portal.visit(`/invitation/${token}`, phone);
    await fill(page, { password, confirmPassword: password });
    await press(page, 'Accept the invitation');
    await page.getByText('Enroll in Facility').waitFor();
    await page.goto(`${this.#portal.address}/member/profile/facilityinformation/${club}/facilityenrollment`);
    const step = (name: string) => page.getByRole('region', { name, exact: true });
    const next = (name: string) => press(step(name), 'Next');
    await step('Key Fob').getByLabel('Key Fob').fill(fob);
    await next('Key Fob');
    if (type !== 1) {
      await step('Withdrawal Details').getByLabel('Routing Number').fill('091000019');
      await step('Withdrawal Details').getByLabel('Account Number').fill(`445566770${type}`);
      await step('Withdrawal Details').getByRole('radio', { name: 'Checking' }).check();
      await next('Withdrawal Details');
    }
    if (type === 2) {
      await step('Deposit Details')
        .getByRole('checkbox', { name: /^Use the same bank account/ })
        .check();
      await next('Deposit Details');
    }
    if (type !== 1) {
      await step('Payment Details').getByText('$30.00').first().waitFor();
      await step('Payment Details').getByText('$21.00').first().waitFor();
      await next('Payment Details');
    }
    await agreeElectronically(page);
    await page.getByLabel('Contact Number').fill('2185550142');
    await page.getByRole('checkbox', { name: /I have read this agreement/ }).check();
    await press(page, 'Sign and enroll');
    await page.waitForURL(/facilityinformation\/facilities/);
    await page.getByRole('main').getByText(fob).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    return page;
  }

  async giveDepositAccount(page: Page): Promise<void> {
    await page.goto(`${this.#portal.address}/member/account/billing`);
    const deposit = page.getByRole('region', { name: 'Deposit to bank account' });
    await deposit.getByLabel('Routing Number').fill('091000019');
    await deposit.getByLabel('Account Number').fill('9988776655');
    await deposit.getByRole('radio', { name: 'Savings' }).check();
    await press(page, 'Submit');
    await confirmIdentity(page);
    await deposit.getByText('xxxxx6655').waitFor();
  }

  async seeHome(
    { email }: Program,
    { club, sentences }: { club: string; sentences: readonly (string | RegExp)[] },
  ) {
    const page = await this.#portal.visitAs(email, '/member/dashboard/home', phone);
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: club }).waitFor();
    for (const sentence of sentences) await main.getByText(sentence).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.context().close();
  }

  async seeReimbursement({ email }: Program, row: RegExp): Promise<void> {
    const page = await this.#portal.visitAs(email, '/member/account/reimbursement', phone);
    await page.getByRole('main').getByRole('row', { name: row }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.context().close();
  }
}
