import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFaults } from '../support/axe.ts';

interface Chosen {
  type: number;
  partnerId: string;
  periodId: string;
}

/** What an administrator does and sees on the screens of the money circle, on one page. */
export class MoneyScreens {
  readonly #address: string;
  readonly #page: Page;
  readonly #runWaiting: () => Promise<void>;

  /** @param runWaiting runs the jobs that a press began */
  constructor(address: string, page: Page, runWaiting: () => Promise<void>) {
    this.#address = address;
    this.#page = page;
    this.#runWaiting = runWaiting;
  }

  async #openPayments(kind: string, { type, partnerId, periodId }: Chosen, more = ''): Promise<void> {
    const query = `program=${type}&partner=${partnerId}&period=${periodId}${more}`;
    await this.#page.goto(`${this.#address}/admin/wellnessprogrampayments/${kind}payments?${query}`);
  }

  /** Checks members' payments, confirms them with the PIN, and sees that they are submitted. */
  async sendMemberPayments(chosen: Chosen & { paymentTypeId: number; pin: string }): Promise<void> {
    const page = this.#page;
    await this.#openPayments('member', chosen, `&type=${chosen.paymentTypeId}`);
    await page.getByText('Pending').first().waitFor();
    await page.getByRole('columnheader', { name: 'Amount to be withdrawn' }).waitFor();
    await page.getByText('Total Dues Amount').waitFor();
    await page.getByText('Show amounts').click();
    await page.getByRole('row', { name: /^Pending 1 \$21\.00$/ }).waitFor();
    await page.getByRole('button', { name: 'Send To US Bank' }).click();
    const popup = page.getByRole('dialog');
    const send = popup.getByRole('button', { name: 'Send 1 file to US Bank' });
    await send.click();
    await popup.getByRole('textbox', { name: 'PIN' }).fill(chosen.pin);
    const answered = page.waitForResponse((response) => response.url().endsWith('/send'));
    await send.click();
    expect((await answered).status()).toBe(200);
    await this.#runWaiting();
    await popup.getByText('The file is sent.').waitFor();
    await popup.getByRole('button', { name: 'Done' }).click();
    // the table, and the sums by status above it
    await page.getByRole('row', { name: /^Submitted to ACH 1 \$21\.00$/ }).waitFor();
    await page.getByText('Submitted to ACH').nth(2).waitFor();
  }

  /** Sees these members as active in the list of all members. */
  async seeActive(names: readonly string[]): Promise<void> {
    await this.#page.goto(`${this.#address}/admin/members`);
    for (const name of names) await this.#rowOf(name).getByText('Active').first().waitFor();
    expect(await axeFaults(this.#page)).toEqual([]);
  }

  /**
   * Finds a club in the box of the members list: it is asked for once, 400 ms after the last key, for at most 50 clubs,
   * and stays in the address.
   */
  async findClub({ club, id, members }: { club: string; id: string; members: number }): Promise<void> {
    const page = this.#page;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/facilities/dropdown')) asked.push(searchParams.toString());
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const box = page.getByRole('combobox', { name: 'Facility' });
    const typed = () => asked.filter((query) => query.includes('searchTerm='));
    await box.pressSequentially(club.slice(0, -1));
    await page.clock.runFor(399);
    // had it been asked for by now, it would be asked for twice
    await box.press(club.slice(-1));
    await page.clock.runFor(400);
    await expect.poll(typed).not.toEqual([]);
    await page.clock.resume();
    await page.getByRole('option', { name: `${club} (${id})` }).click();
    expect(typed()).toEqual([new URLSearchParams({ searchTerm: club, takeCount: '50' }).toString()]);
    await expect.poll(() => new URL(page.url()).searchParams.get('facilityID')).toBe(id);
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe(`${club} (${id})`);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(members);
  }

  #rowOf(name: string) {
    return this.#page.locator('tbody tr', { has: this.#page.getByRole('link', { name, exact: true }) });
  }

  /** Transfers members to a club, and sees what became of each, after a reload too. */
  async transfer(names: readonly string[], club: string): Promise<void> {
    const page = this.#page;
    await page.goto(`${this.#address}/admin/members`);
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Bulk options' }).click();
    await page.getByRole('button', { name: 'Transfer' }).click();
    const popup = page.getByRole('dialog', { name: 'Members transfer' });
    await popup.getByRole('combobox', { name: 'Please select facility to:' }).fill(club.replace(/ \(.*/, ''));
    await popup.getByRole('option', { name: club }).click();
    await popup.getByRole('button', { name: 'Transfer' }).click();
    for (const look of ['result', 'reload']) {
      if (look === 'reload') await page.reload();
      for (const name of names) await this.#rowOf(name).getByText('Transferred').first().waitFor();
    }
    expect(await axeFaults(page)).toEqual([]);
  }

  /** Sees that one club is paid for a month, and the other is not. */
  async seePaidClub({ paid, left, ...chosen }: Chosen & { paid: string; left: string }): Promise<void> {
    await this.#openPayments('facility', chosen);
    await this.#page.getByText(paid).first().waitFor();
    expect(await this.#page.getByText(left).count()).toBe(0);
  }
}
