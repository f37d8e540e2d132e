import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { workbookOf } from '../employees/people.ts';
import { fillPartnerForm } from '../partners/partner-form.ts';
import { axeFaults } from '../support/axe.ts';
import { fill, press } from '../support/forms.ts';
import { confirmIdentity } from '../web/portal.ts';

export interface Program {
  type: 1 | 2 | 3;
  partnerId: string;
  name: string;
  email: string;
  fob: string;
}

interface Terms {
  type: 1 | 2 | 3;
  name: string;
  fields: Record<string, string>;
  reimbursement?: string;
}

export class ProgramScreens {
  readonly #address: string;
  readonly #page: Page;

  constructor(address: string, page: Page) {
    this.#address = address;
    this.#page = page;
  }

  readonly #open = (path: string) => this.#page.goto(this.#address + path);

  async #import(
    path: string,
    button: string,
    name: string,
    lines: readonly string[],
    { isSensitive = false } = {},
  ): Promise<string> {
    const page = this.#page;
    await this.#open(path);
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await page.locator('input[type=file]').setInputFiles(file);
    await press(page, button);
    if (isSensitive) await confirmIdentity(page);
    const told = page.getByText(/\d failed\.$/).first();
    await told.waitFor();
    await page.getByText('Import finished', { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    return told.innerText();
  }

  readonly importClubs = (lines: readonly string[]) =>
    this.#import('/admin/facilities/import', 'Import facilities', 'clubs.csv', lines, { isSensitive: true });

  readonly importVisits = (lines: readonly string[]) =>
    this.#import('/admin/visits/import', 'Import check-ins', 'visits.csv', lines);

  async setUp({ type, name, fields, reimbursement }: Terms): Promise<Program> {
    const partnerId = await this.#addPartner(type);
    await this.#addProgram(partnerId, name, fields, reimbursement);
    const program = {
      type,
      partnerId,
      name: `Ann Lund ${type}`,
      fob: `C9510${type}`,
      email: `circle-${type}-${process.pid}@people.test`,
    };
    await this.#addPeople(program);
    return program;
  }

  async #addPartner(type: number): Promise<string> {
    const page = this.#page;
    await this.#open('/admin/partners/list');
    await page.getByRole('link', { name: 'Add Partner' }).click();
    await fillPartnerForm(page, {
      partnerNumber: `CIRCLE-${type}`,
      name: `Circle ${type}`,
      usBankCode: `C${type}`,
      email: `jo-${type}@circle.test`,
    });
    await press(page, 'Add partner');
    await page.getByRole('link', { name: `Administer Circle ${type}` }).click();
    await page.getByText(`You are currently controlling Circle ${type} partner`).first().waitFor();
    return /partners\/(\d+)\//.exec(page.url())?.[1] ?? '';
  }

  async #addProgram(
    partnerId: string,
    name: string,
    fields: Record<string, string>,
    reimbursement?: string,
  ): Promise<void> {
    const page = this.#page;
    await this.#open(`/partnerowner/partners/${partnerId}/groupmemberships/general`);
    await page.locator('[name=programPaymentTypeId]').selectOption({ label: name });
    if (reimbursement)
      await page.locator('[name=memberReimbursementTypeId]').selectOption({ label: reimbursement });
    await fill(page, { adminFee: '250', numberOfMemberships: '10', ...fields });
    await press(page, 'Create program');
    await press(page.getByRole('alertdialog'), 'Create program');
    // the tabs require the program
    await page.getByRole('link', { name: 'Employee Management' }).click();
  }

  async #addPeople({ type, fob, email }: Program): Promise<void> {
    const page = this.#page;
    const results = async (): Promise<string> => {
      const popup = page.getByRole('dialog');
      await popup.locator('.job-results').waitFor();
      const text = await popup.locator('.job-results').innerText();
      await popup.getByRole('button', { name: 'Close', exact: true }).last().click();
      return text;
    };
    await press(page, 'Add key fobs');
    await fill(page.getByRole('dialog'), { first: fob, last: fob });
    await press(page.getByRole('dialog'), 'Add key fobs');
    expect(await results()).toMatch(/added\s+1\s+failed\s+0/i);
    const { name, bytes } = await workbookOf([['Ann', `Lund ${type}`, email]]);
    await press(page, 'Upload employees');
    const popup = page.getByRole('dialog');
    await popup.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) });
    await press(popup, 'Check file');
    await press(popup, /^Add 1 /);
    expect(await results()).toMatch(/uploaded\s+1\s+failed\s+0/i);
    await press(page, 'Invite 1 member');
    await press(page.getByRole('alertdialog'), 'Invite 1 member');
    expect(await results()).toMatch(/invited\s+1/i);
  }
}
