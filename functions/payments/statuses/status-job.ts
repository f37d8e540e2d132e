import * as z from 'zod';
import { storedPartnerScope } from '../../../shared/ids.ts';
import { paymentKinds } from '../../../shared/payments/payment.ts';
import { decision } from '../../../shared/payments/status-form.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { defineJob, JobStopped, type StepContext, type StepResult } from '../../jobs/job-kind.ts';
import { decisionWithEffects } from './decide-chosen.ts';
import { canDecide, countedOtherwise, countMatching, matchingPages } from './matching.ts';

/** A payment, its row among the corrected ones, its ledger entry, and its event: four of a transaction's 100 items. */
const paymentsInStep = 20;

/** Dues or a refund marked as Sent Externally also change the member or create a refund: up to 15 items each. */
const memberPaymentsInStep = 5;

const input = z.object({
  kind: z.enum(paymentKinds),
  programPaymentTypeId,
  paymentTypeId: z.int(),
  partnerId: storedPartnerScope,
  periodId: z.string(),
  showCorrectedOnly: z.boolean().optional(),
  showReturnedOnly: z.boolean().optional(),
  decision,
  reason: z.string(),
  /** A partial count: the number of payments up to a cursor, and the expected total. */
  counting: z.object({ expectedCount: z.int(), count: z.int(), from: z.string() }).optional(),
});

const cursor = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('count'), count: z.int(), from: z.string() }),
  z.object({ phase: z.literal('change'), after: z.string().nullable() }),
]);
type Context = StepContext<z.output<typeof input>, unknown>;
type Step = Promise<StepResult<z.output<typeof cursor>>>;

/**
 * Applies a decision to all matching payments in steps. Payments that changed concurrently are skipped. If one call
 * cannot count all payments, the job counts the rest first and stops if the number differs from the expected one.
 */
export const paymentStatusesJob = defineJob({
  input,
  cursor: cursor.optional(),
  step: (context) => {
    const { counting } = context.input;
    const start = counting
      ? { phase: 'count' as const, ...counting }
      : { phase: 'change' as const, after: null };
    const at = context.cursor ?? start;
    return at.phase === 'count' ? countSome(context.input, at.count, at.from) : changeSome(context, at.after);
  },
});

async function countSome(filter: Context['input'], before: number, after: string): Step {
  const { count, nextCursor } = await countMatching(filter, filter.decision, after);
  const counted = before + count;
  const expected = filter.counting?.expectedCount ?? 0;
  const isAll = nextCursor === null;
  if (isAll ? counted !== expected : counted > expected)
    throw new JobStopped(countedOtherwise(counted, isAll));
  return {
    done: 0,
    next: isAll ? { phase: 'change', after: null } : { phase: 'count', count: counted, from: nextCursor },
    message: isAll ? 'Changing payments.' : 'Counting payments.',
  };
}

async function changeSome({ input, startedBy, now }: Context, after: string | null): Step {
  const isOfMember = input.kind === 'member' && input.decision === 'markSentExternally';
  const pageSize = isOfMember ? memberPaymentsInStep : paymentsInStep;
  const page = await matchingPages(input, after, pageSize)[Symbol.asyncIterator]().next();
  const { rows, cursor: next } = page.done ? { rows: [], cursor: null } : page.value;
  const decided = { ...input, who: startedBy };
  const changing = await Promise.all(
    rows
      .filter((payment) => canDecide(payment, input.decision))
      .map((payment) => decisionWithEffects(payment, decided, now).catch(nullIfRefused)),
  );
  const changed = changing.filter((changes) => changes !== null);
  return {
    changes: changed.flat(),
    done: changed.length,
    tally: { changed: changed.length, kept: rows.length - changed.length },
    next: next === null ? null : { phase: 'change', after: next },
    message: next === null ? 'The payments were changed.' : 'Changing payments.',
  };
}

/** Returns null for a payment that the decision does not apply to. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
