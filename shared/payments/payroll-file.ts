import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { addDays, dateInChicago, periodName, type PeriodId } from '../calendar.ts';
import { flag, text } from '../fields.ts';
import { money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';
import { isClosed, notClosedYet } from '../periods/period.ts';
import type { PayrollCategory } from './payroll.ts';

export const taxMessage =
  'By default, reimbursements and dues paid for off-site clubs count as taxable wages. A tax adviser can confirm which rules apply to you.';

/** A partner's pay codes and its choice of taxable amounts. */
export const payrollSettingsForm = z.object({
  reimbursementCode: text('Pay Code of Reimbursements', { max: 20 }),
  duesCode: text('Pay Code of Dues', { max: 20 }),
  isReimbursementTaxable: flag('Reimbursements are taxable wages'),
  isDuesTaxable: flag('Dues paid for off-site clubs are taxable wages'),
  /** Facility IDs of clubs on the employer's premises, separated by commas. Dues paid for them are not taxable. */
  onSiteClubs: text('On-site Facility IDs', { max: 200, required: false }),
});
export const payrollSettings = payrollSettingsForm.extend({ version: recordVersion });
export type PayrollSettings = z.output<typeof payrollSettings>;

export const defaultPayrollSettings: PayrollSettings = {
  reimbursementCode: 'WELLREIM',
  duesCode: 'WELLDUES',
  isReimbursementTaxable: true,
  isDuesTaxable: true,
  onSiteClubs: '',
  version: 0,
};

export const onSiteFacilitiesOf = ({ onSiteClubs = '' }: Pick<PayrollSettings, 'onSiteClubs'>): string[] =>
  onSiteClubs.split(/[\s,;]+/).filter((id) => id !== '');

/** Returns the pay code and the taxable flag of an amount. */
export const codeOf = (
  settings: PayrollSettings,
  category: PayrollCategory,
): { code: string; what: string; isTaxable: boolean } => ({
  code: category === 'reimbursement' ? settings.reimbursementCode : settings.duesCode,
  what: {
    reimbursement: 'Reimbursement',
    dues: 'Dues paid for an off-site club',
    onSiteDues: 'Dues paid for an on-site club',
  }[category],
  isTaxable:
    category === 'reimbursement'
      ? settings.isReimbursementTaxable
      : category === 'dues' && settings.isDuesTaxable,
});

const signedMoney = money({ least: -9_999_999_999 });

/** An immutable payroll file. Amounts are in cents. */
export const payrollFile = z.object({
  /** The month and, from the second file of a month on, its number: `202612-2`. */
  id: z.string(),
  periodId: z.string(),
  madeAt: z.string(),
  lines: z.int(),
  reimbursements: z.int(),
  dues: z.int(),
});
export type PayrollFile = z.output<typeof payrollFile>;

/** Days for which a payroll file is stored: wage and payment records are retained for seven years (tax law). */
export const payrollRetentionDays = 7 * 366;

export const payrollRetainedUntil = ({ madeAt }: Pick<PayrollFile, 'madeAt'>): string =>
  addDays(dateInChicago(new Date(madeAt)), payrollRetentionDays);

export const payrollFileRow = payrollFile.extend({
  periodId: onWire('periodID', z.string()),
  reimbursements: signedMoney,
  dues: signedMoney,
});

/** Returns the month of a file, with its number from the second file of the month on. */
export function payrollFileName({ id, periodId }: Pick<PayrollFile, 'id' | 'periodId'>): string {
  const [, number] = id.split('-');
  return number ? `${periodName(periodId)}, file ${number}` : periodName(periodId);
}

/** The maximum number of files per year. A month can have several if payments changed after the first. */
const payrollFilesOfYear = 100;

/**
 * Refuses a month that is not over and a month before the latest file. Changes to earlier months are in the next file.
 *
 * @param files the files of the month's year, oldest first
 */
export function mustFollow(files: readonly PayrollFile[], periodId: PeriodId, now: Date): void {
  if (!isClosed(periodId, now)) throw new Refusal('invalid', notClosedYet(periodId), 'periodId');
  const last = files.at(-1);
  if (last && periodId < last.periodId)
    throw new Refusal(
      'invalid',
      `There is already a payroll file for ${periodName(last.periodId)}. The next file includes changes to earlier months.`,
      'periodId',
    );
  if (files.length >= payrollFilesOfYear)
    throw new Refusal('invalid', 'This year has 100 payroll files, the maximum.');
}

export const nextFileId = (files: readonly PayrollFile[], periodId: PeriodId): string => {
  const before = files.filter((file) => file.periodId === periodId).length;
  return before === 0 ? periodId : `${periodId}-${before + 1}`;
};
