import * as z from 'zod';
import type { PeriodId } from '../../../shared/calendar.ts';
import { payrollCategories, type PayrollEntry } from '../../../shared/payments/payroll/payroll.ts';
import { getFile, putFile } from '../../platform/files.ts';

const entries = z.array(
  z.object({
    memberId: z.string(),
    kind: z.enum(['own dues', 'reimbursement', 'club', 'on-site club']),
    amount: z.int(),
  }),
);
const content = z.object({
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
  /** The amounts reported this year, including this file. */
  reported: z.record(z.string(), z.int()),
});
export type PayrollContent = z.output<typeof content>;

const read = async (name: string): Promise<unknown> => {
  const bytes = await getFile('files', name);
  if (!bytes) throw new Error(`payroll object ${name} is missing`);
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
};
const write = (name: string, value: unknown) =>
  putFile('files', name, JSON.stringify(value), 'application/json');

interface Counted {
  jobId: string;
  period: PeriodId;
  number: number;
}
const entriesName = ({ jobId, period, number }: Counted, part: number) =>
  `payroll/parts/${jobId}/${period}-${number}-${part}.json`;

/** Stores a step's entries, one object per part including empty parts, so that a repeated step replaces all of them. */
export async function storeEntries(of: Counted, byPart: readonly (readonly PayrollEntry[])[]): Promise<void> {
  await Promise.all(byPart.map((part, number) => write(entriesName(of, number), part)));
}
export const keptEntries = async (of: Counted, part: number): Promise<PayrollEntry[]> =>
  entries.parse(await read(entriesName(of, part)));

/** Returns the object name of a file's rows, which contains the job ID. */
export const contentName = (partnerId: string, jobId: string): string => `payroll/${partnerId}/${jobId}`;

export const storeContent = (name: string, part: number, value: PayrollContent): Promise<void> =>
  write(`${name}/${part}.json`, value);
export const loadContent = async (name: string, part: number): Promise<PayrollContent> =>
  content.parse(await read(`${name}/${part}.json`));
