import * as z from 'zod';
import { periodName, addPeriods, type PeriodId } from '../../../shared/calendar.ts';
import { mustFollow, nextFileId, onSiteFacilitiesOf } from '../../../shared/payments/payroll-file.ts';
import {
  addToYear,
  payrollAmounts,
  payrollLines,
  withPayYear,
  yearOfPart,
  type PayrollEntry,
  type PayrollLine,
  type YearToDate,
  payrollPartOf,
} from '../../../shared/payments/payroll.ts';
import { type StepContext, type StepResult, defineJob } from '../../jobs/job-kind.ts';
import type { Member } from '../../../shared/members/member.ts';
import { loadMembers } from '../../members/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { contentName, storeContent, loadEntries, loadContent, storeEntries } from './part-store.ts';
import {
  loadPayrollYear,
  payrollYearChange,
  yearOf,
  type PayrollYear,
  loadPayrollSettings,
} from './store.ts';
import { countPeople, gatherEntries } from './gather-store.ts';

/** Writing state: current part, number of objects per month, the previous file, and the sums so far. */
const writingState = z.object({
  phase: z.literal('write'),
  part: z.int(),
  parts: z.int(),
  counted: z.array(z.int()),
  /** The object of the year's last file; null if there is none, undefined before the first step has checked. */
  last: z.string().nullable().optional(),
  lines: z.int(),
  reimbursements: z.int(),
  dues: z.int(),
});
type WritingState = z.output<typeof writingState>;

const firstWriting = (counted: number[], parts: number): WritingState => ({
  phase: 'write',
  part: 0,
  parts,
  counted,
  lines: 0,
  reimbursements: 0,
  dues: 0,
});

const membersAtOnce = 100;

/** Writes one part's amounts that no earlier file of the year contains and, after the last part, the file. */
async function writeStep(
  {
    input: { partnerId, periodId },
    jobId,
    startedBy,
    now,
  }: StepContext<{ partnerId: string; periodId: string }, unknown>,
  state: WritingState,
): Promise<StepResult<WritingState>> {
  const year = await loadPayrollYear(partnerId, yearOf(periodId));
  mustFollow(year.files, periodId, now);
  const last = year.files.at(-1)?.object ?? null;
  // another file was created first; its amounts must not be reported again
  const at = state.last === undefined || state.last === last ? { ...state, last } : restarted(state, last);
  const reported = await yearSoFar(jobId, at, yearOf(periodId));
  const lines = payrollLines(reported, await reportedBefore(year, at), await otherMonths(year, at));
  await storeContent(contentName(partnerId, jobId), at.part, { lines: await named(lines), reported });
  const sums = {
    lines: at.lines + lines.length,
    reimbursements: at.reimbursements + sum(lines.filter(({ category }) => category === 'reimbursement')),
    dues: at.dues + sum(lines.filter(({ category }) => category !== 'reimbursement')),
  };
  if (at.part + 1 < at.parts)
    return {
      done: 0,
      next: { ...at, ...sums, part: at.part + 1 },
      message: 'Writing the payroll file.',
    };
  if (sums.lines === 0) return { done: 0, next: null, message: nothingToReport(last) };
  const file = {
    id: nextFileId(year.files, periodId),
    periodId,
    madeAt: now.toISOString(),
    madeBy: startedBy,
    ...sums,
    object: contentName(partnerId, jobId),
    parts: at.parts,
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
    tally: { added: sums.lines },
    message: `The payroll file for ${periodName(periodId)} is ready.`,
  };
}

const nothingToReport = (last: string | null): string =>
  `${last ? 'Nothing changed since the last payroll file of this year.' : 'There is nothing to report for this year yet.'} Payments count when they are sent.`;

const restarted = ({ counted, parts }: WritingState, last: string | null): WritingState => ({
  ...firstWriting(counted, parts),
  last,
});

/** Returns the part's sums for the months of a year. */
async function yearSoFar(jobId: string, { part, counted }: WritingState, year: string): Promise<YearToDate> {
  const sums: YearToDate = {};
  const entries: PayrollEntry[] = [];
  for (const [at, objects] of counted.entries()) {
    const period = `${year}${String(at + 1).padStart(2, '0')}`;
    for (let number = 0; number < objects; number++)
      entries.push(...(await loadEntries({ jobId, period, number }, part)));
  }
  addToYear(sums, payrollAmounts(entries));
  return sums;
}

/** Returns the part's sums in the year's last file, which may have a different number of parts. */
async function reportedBefore(
  { year, files }: PayrollYear,
  { part, parts }: WritingState,
): Promise<YearToDate> {
  const last = files.at(-1);
  const sums: YearToDate = {};
  if (!last) return sums;
  for (let number = 0; number < last.parts; number++) {
    if (last.parts === parts && number !== part) continue;
    const { reported } = await loadContent(last.object, number);
    Object.assign(sums, yearOfPart(withPayYear(reported, year), part, parts));
  }
  return sums;
}

/** Returns the part's sums of the months before and after this year, which can be paid in the same year. */
async function otherMonths({ partnerId, year }: PayrollYear, at: WritingState): Promise<YearToDate> {
  const sums: YearToDate = {};
  for (const other of [Number(year) - 1, Number(year) + 1])
    for (const [key, amount] of Object.entries(
      await reportedBefore(await loadPayrollYear(partnerId, String(other)), at),
    ))
      sums[key] = (sums[key] ?? 0) + amount;
  return sums;
}

const sum = (lines: readonly PayrollLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);

/** Returns lines with their people, in the order of the roster. */
async function named(lines: readonly PayrollLine[]) {
  const people = new Map<string, Pick<Member, 'lastName' | 'firstName' | 'email' | 'employeeNumber'>>();
  const ids = [...new Set(lines.map(({ memberId }) => memberId))];
  for (let start = 0; start < ids.length; start += membersAtOnce)
    for (const member of await loadMembers(ids.slice(start, start + membersAtOnce)))
      people.set(member.id, member);
  const sortName = ({ memberId }: PayrollLine): string => {
    const { lastName, firstName } = people.get(memberId) ?? { lastName: memberId, firstName: '' };
    return `${lastName} ${firstName} ${memberId}`;
  };
  const { compare } = new Intl.Collator('en');
  return lines
    .toSorted((left, right) => compare(sortName(left), sortName(right)))
    .map((line) => {
      const member = people.get(line.memberId);
      if (!member) return { ...line, name: line.memberId, email: '' };
      const { firstName, lastName, email, employeeNumber } = member;
      return {
        ...line,
        name: `${firstName} ${lastName}`,
        email,
        ...(employeeNumber && { employeeNumber }),
      };
    });
}

const input = z.object({ partnerId: z.string(), periodId: z.string() });
type Input = z.output<typeof input>;

/** The number of members per part, which limits memory use regardless of partner size. */
export const payrollSizes = { peopleInPart: 10_000 };

/** Counting state: current month, position in its lists, and the number of objects per earlier month. */
const countingState = z.object({
  phase: z.literal('count'),
  period: z.string(),
  place: z.object({ list: z.int(), after: z.string().nullable() }),
  counted: z.array(z.int()),
  parts: z.int(),
});
type CountingState = z.output<typeof countingState>;
const cursor = z.discriminatedUnion('phase', [countingState, writingState]);
type Cursor = z.output<typeof cursor>;

/**
 * Creates a payroll file of any size. The counting phase reads the year to date, several thousand payments per step, and
 * stores entries by part. The writing phase processes the parts and outputs what no earlier file contains.
 */
export const payrollJob = defineJob({
  input,
  cursor: cursor.optional(),
  step: async (context) => {
    const at = context.cursor ?? (await firstState(context.input));
    return at.phase === 'count' ? countStep(context, at) : writeStep(context, at);
  },
});

async function firstState({ partnerId, periodId }: Input): Promise<CountingState> {
  const people = await countPeople(partnerId);
  return {
    phase: 'count',
    period: `${yearOf(periodId)}01`,
    place: { list: 0, after: null },
    counted: [0],
    parts: Math.max(1, Math.ceil(people / payrollSizes.peopleInPart)),
  };
}

async function countStep(
  { jobId, input: { partnerId, periodId } }: StepContext<Input, unknown>,
  { period, place: position, counted, parts }: CountingState,
): Promise<StepResult<Cursor>> {
  const settings = await loadPayrollSettings(partnerId);
  const { files } = await loadPayrollYear(partnerId, yearOf(periodId));
  const of = { partnerId, periodId: period, onSiteClubs: onSiteFacilitiesOf(settings), files };
  const { entries, next } = await gatherEntries(of, position);
  const [number = 0] = counted.slice(-1);
  await storeEntries({ jobId, period, number }, byPart(entries, parts));
  const now = [...counted.slice(0, -1), number + 1];
  const going: Cursor = next
    ? { phase: 'count', period, place: next, counted: now, parts }
    : nextMonth(period, periodId, { counted: now, parts });
  return {
    done: next ? 0 : 1,
    next: going,
    message: next ? `Counting ${periodName(period)}.` : `Counted ${periodName(period)}.`,
  };
}

function byPart(entries: readonly PayrollEntry[], parts: number): PayrollEntry[][] {
  const divided: PayrollEntry[][] = Array.from({ length: parts }, () => []);
  for (const entry of entries) divided[payrollPartOf(entry.memberId, parts)]?.push(entry);
  return divided;
}

const nextMonth = (
  period: PeriodId,
  last: PeriodId,
  { counted, parts }: Pick<CountingState, 'counted' | 'parts'>,
): Cursor =>
  period < last
    ? {
        phase: 'count',
        period: addPeriods(period, 1),
        place: { list: 0, after: null },
        counted: [...counted, 0],
        parts,
      }
    : firstWriting(counted, parts);
