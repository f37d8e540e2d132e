import { loadPartner } from '../../partners/store.ts';
import type { StepResult } from '../../jobs/job-kind.ts';
import { auditWrite } from '../../table/audit.ts';
import { measured, type Change } from '../../table/change.ts';
import { continueAt, type GenerationContext, type GenerationKind } from './generation-kind.ts';
import { addPaychecks, paycheckSummaryChanges } from './paycheck-summary.ts';
import { firstCursor, type GenerationCursor } from './generation-cursor.ts';
import { amountStep } from '../lists/status-amount-store.ts';
import {
  addTotals,
  loadChangeCount,
  loadTotals,
  noTotals,
  setTotals,
  stepsOf,
  type Totals,
} from '../lists/total-store.ts';

/** Sets the partner's totals once its payments are complete, and continues with the next partner. */
export async function settleTotals(
  kind: GenerationKind,
  given: GenerationContext,
  before: GenerationCursor,
  partnerId: string,
): Promise<StepResult> {
  let cursor = before;
  if (!cursor.paychecks.isWhole) {
    const paychecks = await addPaychecks(given.input, partnerId, cursor.paychecks);
    if (!paychecks.isWhole)
      return continueAt({ ...cursor, paychecks }, { message: 'Adding up paycheck reimbursements.' });
    cursor = { ...cursor, paychecks };
  }
  const { own, around } = kind.group(given.input, partnerId);
  // read before the totals, so that a concurrent change is visible in one of the two reads
  const changes = await loadChangeCount(own);
  const now = await loadTotals(own);
  // a payment was corrected concurrently: reprocess the partner
  if (changes !== cursor.seenChanges || !isSame(now, cursor.seen))
    return continueAt(
      {
        ...cursor,
        phase: 'lines',
        after: null,
        round: cursor.round + 1,
        leftovers: firstCursor.leftovers,
        parts: 0,
        met: 0,
        seen: now,
        seenChanges: changes,
        sums: noTotals,
        paychecks: firstCursor.paychecks,
        again: true,
      },
      { message: 'A payment was corrected. Counting again.' },
    );
  const by = addTotals(cursor.sums, now, -1);
  const summary = await paycheckSummaryChanges(
    await loadPartner(partnerId),
    given.input,
    cursor.paychecks,
    given.jobId,
    given.now,
  );
  return nextPartner(kind, given, cursor, [
    ...(isSame(now, cursor.sums) ? [] : setTotals(own, now, cursor.sums)),
    ...(around ? stepsOf(around, by) : []),
    ...amountStep(given.input, 'pending', by.pending),
    ...summary,
  ]);
}

const isSame = (one: Totals, other: Totals): boolean =>
  one.lines === other.lines &&
  one.total === other.total &&
  one.amount === other.amount &&
  one.pending === other.pending;

export function nextPartner(
  kind: GenerationKind,
  given: GenerationContext,
  cursor: GenerationCursor,
  changes: readonly Change[],
): StepResult {
  if (cursor.partnersAfter === null) return finish(kind, given, cursor, changes);
  return continueAt(
    { ...firstCursor, partnersAfter: cursor.partnersAfter, total: cursor.total },
    { changes, message: 'Continuing with the next partner.' },
  );
}

export function finish(
  kind: GenerationKind,
  given: GenerationContext,
  cursor: GenerationCursor,
  changes: readonly Change[] = [],
): StepResult {
  const { input, startedBy, now, jobId } = given;
  return {
    changes: [
      ...changes,
      measured(
        auditWrite(
          {
            name: 'payments generated',
            subject: kind.subject(input),
            who: startedBy,
            after: { ...input, generationId: jobId },
          },
          now,
        ),
        { MoneyGenerated: cursor.sums.amount / 100 },
      ),
    ],
    done: 0,
    next: null,
    total: cursor.total,
    message: 'The payments were generated.',
  };
}
