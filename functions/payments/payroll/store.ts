import * as z from 'zod';
import type { PeriodId } from '../../../shared/calendar.ts';
import {
  payrollFile,
  payrollSettings,
  usualPayrollSettings,
  type PayrollSettings,
} from '../../../shared/payments/payroll/payroll-file.ts';
import { payrollCategories } from '../../../shared/payments/payroll/payroll.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { getFile, putFile } from '../../platform/files.ts';
import { change, type Change } from '../../table/change.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { get } from '../../table/table.ts';

const settingsEntity = entity({
  name: 'payroll settings',
  schema: payrollSettings.extend({ partnerId: z.string() }),
  key: ({ partnerId }) => keys.payrollSettings(partnerId),
});

/** The files of a partner's year, the first first; each names the object that holds its lines. */
const payrollYear = z.object({
  partnerId: z.string(),
  year: z.string(),
  files: z.array(payrollFile.extend({ object: z.string(), madeBy: z.string() })),
  version: z.int(),
});
export type PayrollYear = z.output<typeof payrollYear>;

const yearEntity = entity({
  name: 'payroll year',
  schema: payrollYear,
  key: ({ partnerId, year }) => keys.payrollYear(partnerId, year),
});

export const loadPayrollSettings = async (partnerId: string): Promise<PayrollSettings> =>
  (await get(settingsEntity, keys.payrollSettings(partnerId))) ?? usualPayrollSettings;

export const payrollSettingsChange = (
  partnerId: string,
  before: PayrollSettings,
  after: PayrollSettings,
): Change[] =>
  change(
    settingsEntity,
    before.version === 0 ? null : { ...before, partnerId },
    { ...after, partnerId },
    {
      lost: new Refusal('conflict', 'Someone else changed these settings. Reload and try again.'),
    },
  );

export const yearOf = (periodId: PeriodId): string => periodId.slice(0, 4);

export const loadPayrollYear = async (partnerId: string, year: string): Promise<PayrollYear> =>
  (await get(yearEntity, keys.payrollYear(partnerId, year))) ?? { partnerId, year, files: [], version: 0 };

export const payrollYearChange = (before: PayrollYear, after: PayrollYear): Change[] =>
  change(yearEntity, before.version === 0 ? null : before, after, {
    lost: new Refusal('conflict', 'Another payroll file was made. Reload and try again.'),
  });

const amounts = z.array(
  z.object({ memberId: z.string(), category: z.enum(payrollCategories), amount: z.int() }),
);
const lines = z.object({
  lines: z.array(
    z.object({
      memberId: z.string(),
      name: z.string(),
      email: z.string(),
      category: z.enum(payrollCategories),
      amount: z.int(),
      yearToDate: z.int(),
    }),
  ),
  /** What the year's files have said with this one. */
  reported: z.record(z.string(), z.int()),
});
export type PayrollContent = z.output<typeof lines>;

const read = async (name: string): Promise<unknown> => {
  const bytes = await getFile('files', name);
  if (!bytes) throw new Error(`payroll object ${name} is gone`);
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
};
const write = (name: string, content: unknown) =>
  putFile('files', name, JSON.stringify(content), 'application/json');

const partName = (jobId: string, periodId: PeriodId) => `payroll/parts/${jobId}/${periodId}.json`;

/** A month's amounts, kept between the steps of the job that makes a file. */
export const keepAmounts = (jobId: string, periodId: PeriodId, content: z.input<typeof amounts>) =>
  write(partName(jobId, periodId), content);
export const keptAmounts = async (jobId: string, periodId: PeriodId) =>
  amounts.parse(await read(partName(jobId, periodId)));

/** The lines of a file, under the name of the job that made it. */
export const keepContent = async (partnerId: string, jobId: string, content: PayrollContent) => {
  const name = `payroll/${partnerId}/${jobId}.json`;
  await write(name, content);
  return name;
};
export const loadContent = async (name: string): Promise<PayrollContent> => lines.parse(await read(name));
