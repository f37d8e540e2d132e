import * as z from 'zod';
import { addPeriods, periodName, type PeriodId } from '../../../shared/calendar.ts';
import { onSiteFacilitiesOf } from '../../../shared/payments/payroll-file.ts';
import { payrollPartOf, type PayrollEntry } from '../../../shared/payments/payroll.ts';
import { defineJob, type StepContext, type StepResult } from '../../jobs/job-kind.ts';
import { countPeople, gatherEntries } from './gather-store.ts';
import { storeEntries } from './part-store.ts';
import { loadPayrollSettings, loadPayrollYear, yearOf } from './store.ts';
import { firstWriting, writeStep, writingState } from './write-payroll.ts';

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
