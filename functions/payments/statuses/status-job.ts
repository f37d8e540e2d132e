import * as z from 'zod';
import { storedPartnerScope } from '../../../shared/ids.ts';
import { paymentKinds } from '../../../shared/payments/payment.ts';
import { decision } from '../../../shared/payments/status-form.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { defineJob, JobStopped, type StepContext, type StepResult } from '../../jobs/job-kind.ts';
import { decisionWithEffects } from './decision-effects.ts';
import { canDecide, countedOtherwise, countMatching, matchingPages } from './matching.ts';

/** A payment, its row among the corrected ones, its ledger entry, and its event: four of a transaction's 100 items. */
const paymentsInStep = 20;

/** Dues or a refund marked as Sent Externally also change the member or create a refund: up to 15 items each. */
const memberPaymentsInStep = 5;

/** The cursor of the first step that changes payments, after the counting steps. */
const firstChange = 'change';

const input = z.object({
  kind: z.enum(paymentKinds),
  programPaymentTypeId,
  paymentTypeId: z.int(),
  partnerId: storedPartnerScope,
  periodId: z.string(),
  decision,
  reason: z.string(),
  /** A partial count: the number of payments up to a cursor, and the expected total. */
  counting: z.object({ expectedCount: z.int(), count: z.int(), from: z.string() }).optional(),
});
type Context = StepContext<z.output<typeof input>>;

/** A counting step: the number so far and the cursor to continue from. */
const countingCursor = /^count (\d+) (.*)$/;

/**
 * Applies a decision to all matching payments in steps. Payments that changed concurrently are skipped. If one call
 * cannot count all payments, the job counts the rest first and stops if the number differs from the expected one.
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
    message: isAll ? 'Changing payments.' : 'Counting payments.',
  };
}

async function changeSome({ input, cursor, startedBy, now }: Context): Promise<StepResult> {
  const after = cursor === '' || cursor === firstChange ? null : cursor;
  const isOfMember = input.kind === 'member' && input.decision === 'markSentExternally';
  const pageSize = isOfMember ? memberPaymentsInStep : paymentsInStep;
  const page = await matchingPages(input, after, pageSize)[Symbol.asyncIterator]().next();
  const { rows, cursor: next } = page.done ? { rows: [], cursor: null } : page.value;
  const decided = { ...input, who: startedBy };
  const changing = await Promise.all(
    rows
      .filter((one) => canDecide(one, input, input.decision))
      .map((one) => decisionWithEffects(one, decided, now).catch(nullIfRefused)),
  );
  const changed = changing.filter((changes) => changes !== null);
  return {
    changes: changed.flat(),
    done: changed.length,
    tally: { changed: changed.length, kept: rows.length - changed.length },
    next,
    message: next === null ? 'The payments were changed.' : 'Changing payments.',
  };
}

/** Returns null for a payment that the decision does not apply to. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
