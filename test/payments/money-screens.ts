import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { memberDues } from '../../shared/payments/payment-status.ts';
import { axeFaults } from '../support/axe.ts';
import { defined } from '../support/defined.ts';

interface Chosen {
  type: number;
  partnerId: string;
  periodId: string;
}

interface Sent extends Chosen {
  paymentTypeId?: number;
  amount: string;
  pin: string;
}

interface SentFile {
  id: string;
  name: string;
}

export class MoneyScreens {
  readonly #address: string;
  readonly #page: Page;

  constructor(address: string, page: Page) {
    this.#address = address;
    this.#page = page;
  }

  async #openPayments(kind: string, { type, partnerId, periodId }: Chosen, more = ''): Promise<void> {
    const query = `program=${type}&partner=${partnerId}&period=${periodId}${more}`;
    await this.#page.goto(`${this.#address}/admin/wellnessprogrampayments/${kind}payments?${query}`);
  }

  async generate(kind: 'member' | 'facility', chosen: Chosen & { paymentTypeId?: number }): Promise<string> {
    const page = this.#page;
    await this.#openPayments(kind, chosen, chosen.paymentTypeId ? `&type=${chosen.paymentTypeId}` : '');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByText('Payments generated').waitFor();
    return page.getByText(/ added, .* kept\.$/).innerText();
  }

  async seeCompleted(kind: 'member' | 'facility', { amount, ...chosen }: Omit<Sent, 'pin'>): Promise<void> {
    const page = this.#page;
    await this.#openPayments(kind, chosen, chosen.paymentTypeId ? `&type=${chosen.paymentTypeId}` : '');
    await page.getByText('Show amounts').click();
    await page.getByRole('row', { name: `Request completed 1 ${amount}`, exact: true }).waitFor();
  }

  async send(kind: 'member' | 'facility', { amount, pin, ...chosen }: Sent): Promise<SentFile> {
    const page = this.#page;
    const isPaidIn = chosen.paymentTypeId === memberDues;
    await this.#openPayments(kind, chosen, chosen.paymentTypeId ? `&type=${chosen.paymentTypeId}` : '');
    if (kind === 'member') {
      const direction = isPaidIn ? 'Amount to be withdrawn' : 'Amount to be deposited';
      await page.getByRole('columnheader', { name: direction }).waitFor();
      await page.getByText(isPaidIn ? 'Total Dues Amount' : 'Total Reimbursement Amount').waitFor();
    }
    await page.getByText('Show amounts').click();
    await page.getByRole('row', { name: `Pending 1 ${amount}`, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send To US Bank' }).click();
    const popup = page.getByRole('dialog');
    const send = popup.getByRole('button', { name: 'Send 1 file to US Bank' });
    await send.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await send.click();
    await popup.getByRole('textbox', { name: 'PIN' }).fill(pin);
    const answered = page.waitForResponse((response) => response.url().endsWith('/send'));
    await send.click();
    const answer = await answered;
    expect(answer.status()).toBe(200);
    await popup.getByText('The file was sent.').waitFor();
    await popup.getByRole('button', { name: 'Done' }).click();
    // the table, and the sums by status above it
    await page.getByRole('row', { name: `Submitted to ACH 1 ${amount}`, exact: true }).waitFor();
    await page.getByText('Submitted to ACH').nth(2).waitFor();
    const { files } = await answer.json();
    expect(files).toHaveLength(1);
    return defined(files[0]);
  }

  async seeLocked(sentence: string, chosen: Chosen & { paymentTypeId: number }): Promise<void> {
    await this.#openPayments('member', chosen, `&type=${chosen.paymentTypeId}`);
    await this.#page.getByText(sentence).first().waitFor();
    expect(await this.#page.getByRole('button', { name: 'Send To US Bank' }).isDisabled()).toBe(true);
  }

  async readHistory(chosen: Chosen & { paymentTypeId: number }): Promise<string> {
    const page = this.#page;
    await this.#openPayments('member', chosen, `&type=${chosen.paymentTypeId}`);
    await page
      .getByRole('button', { name: /Why this amount/ })
      .first()
      .click();
    const popup = page.getByRole('dialog');
    await popup.getByText('Submitted to ACH').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    return popup.innerText();
  }

  async prove(period: string): Promise<Record<string, string>> {
    const page = this.#page;
    await page.goto(`${this.#address}/admin/bankfiles/proof?period=${period}`);
    await page.getByRole('button', { name: 'Prove this month' }).click();
    await page.getByText('Every cent is explained').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const sums = await page.locator('.month-proof dl > div').all();
    return Object.fromEntries(
      await Promise.all(
        sums.map(async (sum) => [
          await sum.locator('dt').textContent(),
          await sum.locator('dd').textContent(),
        ]),
      ),
    );
  }

  async seeDifference(
    period: string,
    { payee, memberId }: { payee: string; memberId: string },
  ): Promise<void> {
    const page = this.#page;
    await page.goto(`${this.#address}/admin/bankfiles/proof?period=${period}`);
    await page.getByRole('button', { name: 'Prove this month' }).click();
    await page.getByText('1 finding', { exact: true }).waitFor();
    const line = page.getByRole('table', { name: 'Differences' }).getByRole('link', { name: payee });
    expect(await line.getAttribute('href')).toBe(`/admin/members/${memberId}`);
    expect(await axeFaults(page)).toEqual([]);
  }

  async seeActive(names: readonly string[]): Promise<void> {
    await this.#page.goto(`${this.#address}/admin/members`);
    for (const name of names) await this.#rowOf(name).getByText('Active').first().waitFor();
    expect(await axeFaults(this.#page)).toEqual([]);
  }

  /**
   * Searches for a facility in the members list. The search runs once, 400 ms after the last key, returns at most 50
   * facilities, and stays in the URL.
   */
  async findClub({ club, id, members }: { club: string; id: string; members: number }): Promise<void> {
    const page = this.#page;
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/facilities/dropdown')) requested.push(searchParams.toString());
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const box = page.getByRole('combobox', { name: 'Facility' });
    const values = () => requested.filter((query) => query.includes('searchTerm='));
    await box.pressSequentially(club.slice(0, -1));
    await page.clock.runFor(399);
    // an earlier request would result in a second one
    await box.press(club.slice(-1));
    await page.clock.runFor(400);
    await expect.poll(values).not.toEqual([]);
    await page.clock.resume();
    await page.getByRole('option', { name: `${club} (${id})` }).click();
    expect(values()).toEqual([new URLSearchParams({ searchTerm: club, takeCount: '50' }).toString()]);
    await expect.poll(() => new URL(page.url()).searchParams.get('facilityID')).toBe(id);
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe(`${club} (${id})`);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(members);
  }

  #rowOf(name: string) {
    return this.#page.locator('tbody tr', { has: this.#page.getByRole('link', { name, exact: true }) });
  }

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
    await page.getByText('Transfer finished', { exact: true }).waitFor();
    for (const look of ['result', 'reload']) {
      if (look === 'reload') await page.reload();
      for (const name of names) await this.#rowOf(name).getByText('Transferred').first().waitFor();
    }
    expect(await axeFaults(page)).toEqual([]);
  }

  async seePaidClub({ paid, left, ...chosen }: Chosen & { paid: string; left: string }): Promise<void> {
    await this.#openPayments('facility', chosen);
    await this.#page.getByText(paid).first().waitFor();
    expect(await this.#page.getByText(left).count()).toBe(0);
    expect(await axeFaults(this.#page)).toEqual([]);
  }
}
