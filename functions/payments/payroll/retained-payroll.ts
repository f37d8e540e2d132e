import { dateInChicago } from '../../../shared/calendar.ts';
import type { Member } from '../../../shared/members/member.ts';
import {
  payrollRetainedUntil,
  payrollRetentionDays,
  type PayrollFile,
} from '../../../shared/payments/payroll-file.ts';
import { payrollPartOf } from '../../../shared/payments/payroll.ts';
import { findContent } from './part-store.ts';
import { loadPayrollYear, yearOf } from './store.ts';

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
