import * as z from 'zod';
import { addPeriods, periodName, type PeriodId } from '../../../shared/calendar.ts';
import { mustFollow, nextFileId, onSiteClubsOf } from '../../../shared/payments/payroll/payroll-file.ts';
import { payrollLines, yearToDate, type PayrollLine } from '../../../shared/payments/payroll/payroll.ts';
import { defineJob, type StepContext, type StepResult } from '../../jobs/job-kind.ts';
import { loadMembers } from '../../members/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { gatherAmounts } from './gather-store.ts';
import {
  keepAmounts,
  keepContent,
  keptAmounts,
  loadContent,
  loadPayrollSettings,
  loadPayrollYear,
  payrollYearChange,
  yearOf,
} from './store.ts';

const input = z.object({ partnerId: z.string(), periodId: z.string() });
type Input = z.output<typeof input>;

const membersAtOnce = 100;

/** Makes a payroll file: a step for each month of the year so far, and one that writes what no earlier file said. */
export const payrollJob = defineJob({
  input,
  step: async (given) => {
    const { partnerId, periodId } = given.input;
    const period = given.cursor === '' ? `${yearOf(periodId)}01` : given.cursor;
    if (period > periodId) return writeFile(given);
    const settings = await loadPayrollSettings(partnerId);
    const amounts = await gatherAmounts(partnerId, period, onSiteClubsOf(settings));
    await keepAmounts(given.jobId, period, amounts);
    // behind December comes a cursor of the next year, which is later than any month of this one
    return { done: 1, next: addPeriods(period, 1), message: `Counted ${periodName(period)}.` };
  },
});

async function writeFile({ input, jobId, startedBy, now }: StepContext<Input>): Promise<StepResult> {
  const { partnerId, periodId } = input;
  const year = await loadPayrollYear(partnerId, yearOf(periodId));
  mustFollow(year.files, periodId, now);
  const last = year.files.at(-1);
  const months = monthsTo(periodId);
  const amounts = (await Promise.all(months.map((month) => keptAmounts(jobId, month)))).flat();
  const reported = yearToDate(amounts);
  const lines = payrollLines(reported, last ? (await loadContent(last.object)).reported : {});
  if (lines.length === 0)
    return { done: 0, next: null, message: 'Nothing changed since the last payroll file of this year.' };
  const object = await keepContent(partnerId, jobId, { lines: await named(lines), reported });
  const file = {
    id: nextFileId(year.files, periodId),
    periodId,
    madeAt: now.toISOString(),
    madeBy: startedBy,
    lines: lines.length,
    reimbursements: sum(lines.filter(({ category }) => category === 'reimbursement')),
    dues: sum(lines.filter(({ category }) => category !== 'reimbursement')),
    object,
  };
  return {
    changes: [
      ...payrollYearChange(year, { ...year, files: [...year.files, file] }),
      auditWrite(
        { name: 'payroll file made', subject: `partner ${partnerId}`, who: startedBy, after: { ...file } },
        now,
      ),
    ],
    done: 0,
    next: null,
    tally: { added: lines.length },
    message: `The payroll file for ${periodName(periodId)} is ready.`,
  };
}

/** The months of a month's year, up to it. */
const monthsTo = (periodId: PeriodId): PeriodId[] =>
  Array.from({ length: Number(periodId.slice(4)) }, (_, back) => addPeriods(periodId, -back)).toReversed();

const sum = (lines: readonly PayrollLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);

async function named(lines: readonly PayrollLine[]) {
  const names = new Map<string, { name: string; email: string }>();
  const ids = [...new Set(lines.map(({ memberId }) => memberId))];
  for (let start = 0; start < ids.length; start += membersAtOnce)
    for (const { id, firstName, lastName, email } of await loadMembers(
      ids.slice(start, start + membersAtOnce),
    ))
      names.set(id, { name: `${firstName} ${lastName}`, email });
  return lines.map((line) => ({
    ...line,
    ...(names.get(line.memberId) ?? { name: line.memberId, email: '' }),
  }));
}
