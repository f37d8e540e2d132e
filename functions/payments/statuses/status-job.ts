import * as z from 'zod';
import { storedPartnerScope } from '../../../shared/ids.ts';
import { paymentKinds } from '../../../shared/payments/payment.ts';
import { decision } from '../../../shared/payments/status-form.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { defineJob, JobStopped, type StepContext, type StepResult } from '../../jobs/job-kind.ts';
import { decisionChanges } from './decide.ts';
import { canDecide, countedOtherwise, countMatching, matchingPages } from './matching.ts';

/** A payment, its row among the corrected ones, its ledger entry and its event: four of a transaction's 100 items. */
const paymentsInStep = 20;

/** The cursor of the first step that changes, after others that counted. */
const firstChange = 'change';

const input = z.object({
  kind: z.enum(paymentKinds),
  programPaymentTypeId,
  paymentTypeId: z.int(),
  partnerId: storedPartnerScope,
  periodId: z.string(),
  decision,
  reason: z.string(),
  /** What a call has counted of more than it can: how many up to where, and how many it must be in all. */
  counting: z.object({ expectedCount: z.int(), count: z.int(), from: z.string() }).optional(),
});
type Context = StepContext<z.output<typeof input>>;

/** A step that counts: how many there were so far, and behind which cursor it goes on. */
const countingCursor = /^count (\d+) (.*)$/;

/**
 * Decides about all payments of a filter, some a step; those that moved on meanwhile are left as they are. Where a call
 * could not count them all, the rest is counted before any is changed, and another number than was named ends the job.
 */
export const paymentStatusesJob = defineJob({
  input,
  step: async (context: Context): Promise<StepResult> => {
    const { cursor, input } = context;
    const { count, from } = input.counting ?? {};
    const [, counted, after] =
      countingCursor.exec(cursor === '' && from !== undefined ? `count ${count} ${from}` : cursor) ?? [];
    return after === undefined ? changeSome(context) : countSome(input, Number(counted), after);
  },
});

async function countSome(filter: Context['input'], before: number, after: string): Promise<StepResult> {
  const { count, nextCursor } = await countMatching(filter, filter.decision, after);
  const counted = before + count;
  const expected = filter.counting?.expectedCount ?? 0;
  const isAll = nextCursor === null;
  if (isAll ? counted !== expected : counted > expected)
    throw new JobStopped(countedOtherwise(counted, isAll));
  return {
    done: 0,
    next: isAll ? firstChange : `count ${counted} ${nextCursor}`,
    message: isAll ? 'Changing the payments.' : 'Counting the payments.',
  };
}

async function changeSome({ input, cursor, startedBy, now }: Context): Promise<StepResult> {
  const after = cursor === '' || cursor === firstChange ? null : cursor;
  const page = await matchingPages(input, after, paymentsInStep)[Symbol.asyncIterator]().next();
  const { rows, cursor: next } = page.done ? { rows: [], cursor: null } : page.value;
  const changing = rows.filter((one) => canDecide(one, input, input.decision));
  return {
    changes: changing.flatMap((one) => decisionChanges(one, { ...input, who: startedBy }, now)),
    done: changing.length,
    tally: { changed: changing.length, kept: rows.length - changing.length },
    next,
    message: next === null ? 'The payments are changed.' : 'Changing the payments.',
  };
}
