import { loadPartner } from '../../partners/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { measured } from '../../table/change.ts';
import type { Change, Write } from '../../table/write.ts';
import {
  continueAt,
  type GenerationContext,
  type GenerationKind,
  type GenerationStep,
  type CursorOf,
  type PartnerProgress,
} from './generation-cursor.ts';
import { beginLines } from './generation-ranges.ts';
import { addPaychecks, paycheckSummaryChanges } from './paycheck-summary.ts';
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

/** Returns the cursor of the phase that sets the totals. */
export const beginTotals = (progress: PartnerProgress): CursorOf<'totals'> => ({
  ...progress,
  phase: 'totals',
  paychecks: { members: 0, amount: 0, after: null, isWhole: false },
});

/** Sets the partner's totals once its payments are complete, and continues with the next partner. */
export async function settleTotals(
  kind: GenerationKind,
  context: GenerationContext,
  { paychecks: before, ...cursor }: CursorOf<'totals'>,
): Promise<GenerationStep> {
  const { partnerId } = cursor;
  const paychecks = before.isWhole
    ? before
    : await addPaychecks(context.input, partnerId, before, context.now);
  if (!paychecks.isWhole)
    return continueAt({ ...cursor, paychecks }, { message: 'Adding up paycheck reimbursements.' });
  const { own, around } = kind.group(context.input, partnerId);
  // read before the totals, so that a concurrent change is visible in one of the two reads
  const changes = await loadChangeCount(own);
  const now = await loadTotals(own);
  // a payment was corrected concurrently: reprocess the partner
  if (changes !== cursor.seenChanges || !isSame(now, cursor.seen))
    return beginLines(
      context,
      {
        ...cursor,
        round: cursor.round + 1,
        seen: now,
        seenChanges: changes,
        sums: noTotals,
        again: true,
      },
      'A payment was corrected. Counting again.',
    );
  const by = addTotals(cursor.sums, now, -1);
  const partner = await loadPartner(partnerId);
  const summary = await paycheckSummaryChanges(partner, context.input, paychecks, context.jobId, context.now);
  return nextPartner(kind, context, cursor, [
    ...(isSame(now, cursor.sums)
      ? []
      : withMetric(setTotals(own, now, cursor.sums), partner.isTest ? 0 : by.amount)),
    // sums of several partners exclude test payments
    ...(partner.isTest
      ? stepsOf(around ?? own, { ...noTotals, lines: around ? by.lines : 0 })
      : [...(around ? stepsOf(around, by) : []), ...amountStep(context.input, 'pending', by.pending)]),
    ...summary,
  ]);
}

/** Publishes the generated amount of a partner with the first write of its totals. */
const withMetric = ([first, ...others]: readonly Write[], amount: number): Change[] =>
  first ? [measured(first, { MoneyGenerated: amount / 100 }), ...others] : [];

const isSame = (totals: Totals, other: Totals): boolean =>
  totals.lines === other.lines &&
  totals.total === other.total &&
  totals.amount === other.amount &&
  totals.pending === other.pending;

export function nextPartner(
  kind: GenerationKind,
  context: GenerationContext,
  cursor: Pick<PartnerProgress, 'partnersAfter' | 'total'>,
  changes: readonly Change[],
): GenerationStep {
  const { partnersAfter, total } = cursor;
  if (partnersAfter === null) return finish(kind, context, cursor, changes);
  return continueAt(
    { phase: 'begin', partnersAfter, total },
    { changes, message: 'Continuing with the next partner.' },
  );
}

export function finish(
  kind: GenerationKind,
  context: GenerationContext,
  { total }: { total: number },
  changes: readonly Change[] = [],
): GenerationStep {
  const { input, startedBy, now, jobId } = context;
  if (input.partnerIds)
    return { changes, done: 0, next: null, total, message: 'The payments of this range were generated.' };
  return {
    changes: [
      ...changes,
      auditWrite(
        {
          name: 'payments generated',
          subject: kind.subject(input),
          who: startedBy,
          after: { ...input, generationId: jobId },
        },
        now,
      ),
    ],
    done: 0,
    next: null,
    total,
    message: 'The payments were generated.',
  };
}
