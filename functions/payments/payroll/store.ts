import * as z from 'zod';
import { type PeriodId, dateInChicago } from '../../../shared/calendar.ts';
import {
  payrollFile,
  payrollSettings,
  defaultPayrollSettings,
  type PayrollSettings,
  payrollRetainedUntil,
  payrollRetentionDays,
  type PayrollFile,
} from '../../../shared/payments/payroll-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { change } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { get } from '../../table/table.ts';
import type { Member } from '../../../shared/members/member.ts';
import { payrollPartOf } from '../../../shared/payments/payroll.ts';
import { findContent } from './part-store.ts';

const settingsEntity = entity({
  name: 'payroll settings',
  schema: payrollSettings.extend({ partnerId: z.string() }),
  key: ({ partnerId }) => keys.payrollSettings(partnerId),
});

/** A partner's files of a year, oldest first, each with the names of its row objects, one per part. */
const payrollYear = z.object({
  partnerId: z.string(),
  year: z.string(),
  files: z.array(payrollFile.extend({ object: z.string(), parts: z.int(), madeBy: z.string() })),
  version: z.int(),
});
export type PayrollYear = z.output<typeof payrollYear>;

const yearEntity = entity({
  name: 'payroll year',
  schema: payrollYear,
  key: ({ partnerId, year }) => keys.payrollYear(partnerId, year),
});

export const loadPayrollSettings = async (partnerId: string): Promise<PayrollSettings> =>
  (await get(settingsEntity, keys.payrollSettings(partnerId))) ?? defaultPayrollSettings;

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
    lost: new Refusal('conflict', 'Another payroll file was created. Reload and try again.'),
  });

/** Files for the months of a year can be made in the following one. */
const yearsOfFiles = Math.ceil(payrollRetentionDays / 365) + 1;

/** Returns the latest retained payroll file that contains a member; undefined without one. */
export async function lastPayrollFile(
  { id, partnerId }: Pick<Member, 'id' | 'partnerId'>,
  now: Date,
): Promise<PayrollFile | undefined> {
  const today = dateInChicago(now);
  const thisYear = Number(yearOf(today));
  const years = await Promise.all(
    Array.from({ length: yearsOfFiles }, (_, back) => loadPayrollYear(partnerId, String(thisYear - back))),
  );
  const files = years
    .flatMap((year) => year.files)
    .filter((file) => payrollRetainedUntil(file) > today)
    .toSorted((left, right) => (left.madeAt < right.madeAt ? 1 : -1));
  for (const file of files) {
    const content = await findContent(file.object, payrollPartOf(id, file.parts));
    if (content?.lines.some(({ memberId }) => memberId === id)) return file;
  }
  return undefined;
}
