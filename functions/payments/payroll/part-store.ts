import * as z from 'zod';
import type { PeriodId } from '../../../shared/calendar.ts';
import { payrollCategories, type PayrollEntry } from '../../../shared/payments/payroll.ts';
import { findJson, loadJson, storeJson } from '../../platform/stored-parts.ts';

const entries = z.array(
  z.object({
    memberId: z.string(),
    kind: z.enum(['own dues', 'reimbursement', 'club', 'on-site club']),
    period: z.string(),
    year: z.string(),
    amount: z.int(),
  }),
);
const content = z.object({
  lines: z.array(
    z.object({
      memberId: z.string(),
      name: z.string(),
      email: z.string(),
      /** Absent in earlier files, and without one in the roster. */
      employeeNumber: z.string().optional(),
      category: z.enum(payrollCategories),
      /** The year in which it was paid; absent in files that counted it in the year of its month. */
      year: z.string().optional(),
      amount: z.int(),
      yearToDate: z.int(),
    }),
  ),
  /** The sums of all files for months of the same year, including this file. */
  reported: z.record(z.string(), z.int()),
});
export type PayrollContent = z.output<typeof content>;

interface Counted {
  jobId: string;
  period: PeriodId;
  number: number;
}
const entriesName = ({ jobId, period, number }: Counted, part: number) =>
  `payroll/parts/${jobId}/${period}-${number}-${part}.json`;

/** Stores a step's entries, one object per part including empty parts, so that a repeated step replaces all of them. */
export async function storeEntries(of: Counted, byPart: readonly (readonly PayrollEntry[])[]): Promise<void> {
  await Promise.all(byPart.map((part, number) => storeJson(entriesName(of, number), part)));
}
export const loadEntries = (of: Counted, part: number): Promise<PayrollEntry[]> =>
  loadJson(entriesName(of, part), entries);

/** Returns the object name of a file's rows, which contains the job ID. */
export const contentName = (partnerId: string, jobId: string): string => `payroll/${partnerId}/${jobId}`;

export const storeContent = (name: string, part: number, value: PayrollContent): Promise<void> =>
  storeJson(`${name}/${part}.json`, value);
export const findContent = (name: string, part: number): Promise<PayrollContent | undefined> =>
  findJson(`${name}/${part}.json`, content);
export const loadContent = (name: string, part: number): Promise<PayrollContent> =>
  loadJson(`${name}/${part}.json`, content);
