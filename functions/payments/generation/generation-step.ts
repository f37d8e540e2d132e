import type { Payment } from '../../../shared/payments/payment.ts';
import type { StepContext } from '../../jobs/job-kind.ts';
import {
  loadPartnerGroupMembership,
  partnersFrom,
  type GenerationInput,
  type PartnerGroupMembership,
} from './generation.ts';
import { saveStepState } from './generation-store.ts';
import {
  continueAt,
  partName,
  type GenerationContext,
  type GenerationKind,
  type GenerationStep,
} from './generation-kind.ts';
import {
  droppedCorrections,
  countersOf,
  type CursorOf,
  type GenerationCursor,
  type PartnerProgress,
} from './generation-cursor.ts';
import { beginLines, dividePartners, facilityRanges, isDivisible } from './generation-ranges.ts';
import { announceDue, removeUndue } from './dues-of-leavers.ts';
import { findStalePayments, removeStalePayments } from './stale-payment-store.ts';
import { storeMovers, loadMovers, moversOf, noMovers } from './mover-store.ts';
import { storeShares, loadShares } from '../shares/shares-store.ts';
import { emptyShares, sharesOf } from '../shares/shares-of-kind.ts';
import { beginTotals, finish, nextPartner, settleTotals } from './generation-end.ts';
import { addTotals, loadChangeCount, loadTotals, noTotals, totalsOf } from '../lists/total-store.ts';
import { loadRangeResults } from './range-store.ts';
import { decidePayments, writePayments } from './write-payments.ts';

/**
 * Runs one step of a generation. For each partner: write the due payments, some facilities at a time; remove those that
 * are no longer due; set the totals. Payments are written outside transactions with their own conditions, so that a
 * repeated step writes the same payments. Totals are set once from the data that was read.
 */
export async function generationStep(
  kind: GenerationKind,
  given: StepContext<GenerationInput, GenerationCursor>,
): Promise<GenerationStep> {
  const { cursor, input } = given;
  if (cursor.phase === 'begin')
    return isDivisible(input, cursor)
      ? dividePartners(given, { ...cursor, phase: 'plan', open: { ids: [], members: 0 }, planned: 0 })
      : beginPartner(kind, given, cursor);
  if (cursor.phase === 'plan') return dividePartners(given, cursor);
  if (cursor.phase === 'partner ranges')
    return finish(kind, given, { total: cursor.total + given.totalOfRanges });
  if (cursor.phase === 'facility ranges') {
    const { sums, met } = await loadRangeResults(given, cursor);
    return afterLines({ ...cursor, sums }, met, { message: `${sums.lines} payments.` });
  }
  if (cursor.phase === 'lines')
    return writeDue(kind, given, cursor, await loadPartnerGroupMembership(cursor.partnerId, input));
  if (cursor.phase === 'leftovers') return findStalePayments(kind, given, cursor);
  if (cursor.phase === 'removal') return removeStalePayments(given, cursor);
  return settleTotals(kind, given, cursor);
}

async function beginPartner(
  kind: GenerationKind,
  given: GenerationContext,
  cursor: CursorOf<'begin'>,
): Promise<GenerationStep> {
  const { partners, next } = await partnersFrom(given.input, cursor.partnersAfter, 1);
  const [found] = partners;
  if (!found) return finish(kind, given, cursor);
  const { id, name } = found.partner;
  const enrolled = found.groupMembership ? await moversOf(id, given.input.periodId) : undefined;
  const movers = enrolled?.moved.size ? String(given.now.getTime()) : null;
  if (enrolled && movers !== null) await storeMovers(given.jobId, id, movers, enrolled);
  const differences = await sharesOf(kind, { ...given, partner: found }, enrolled?.enrollments ?? []);
  const shares = differences.size > 0 ? String(given.now.getTime()) : null;
  if (shares !== null) await storeShares(given.jobId, id, shares, differences);
  const { own } = kind.group(given.input, id);
  const seenChanges = await loadChangeCount(own);
  const seen = await loadTotals(own);
  const after: PartnerProgress = {
    partnerId: id,
    partnersAfter: next,
    movers,
    shares,
    round: 0,
    again: false,
    seen,
    seenChanges,
    sums: noTotals,
    total: cursor.total + (enrolled?.enrollments.length ?? 0),
    facilities: facilityRanges(enrolled?.enrollments ?? []),
  };
  // skip a partner without due or existing payments
  if (!found.groupMembership && seen.lines === 0) return nextPartner(kind, given, after, []);
  return beginLines(given, after, `Counting the members of ${name}.`);
}

/** Continues with payments that are no longer due; if every existing payment is due, there are none. */
function afterLines(
  progress: PartnerProgress,
  met: number,
  step: Partial<GenerationStep> & { message: string },
): GenerationStep {
  const isComplete = !progress.again && met === progress.seen.lines;
  return continueAt(isComplete ? beginTotals(progress) : { ...progress, phase: 'leftovers' }, step);
}

async function writeDue(
  kind: GenerationKind,
  given: GenerationContext,
  { after: lastFacility, parts, met, range, ...cursor }: CursorOf<'lines'>,
  partner: PartnerGroupMembership,
): Promise<GenerationStep> {
  const { id, name } = partner.partner;
  const movers = cursor.movers === null ? noMovers : loadMovers(given.jobId, id, cursor.movers);
  const shares = cursor.shares === null ? emptyShares : loadShares(given.jobId, id, cursor.shares);
  const context = { partner, input: given.input, generationId: given.jobId, now: given.now };
  const due = await kind.due({ ...context, movers, shares, until: range?.until ?? null }, lastFacility);
  const part = partName('DUE', cursor, parts, range?.name);
  const decided = await decidePayments(due.lines, given.input);
  const dropped = kind.undue ? await announceDue(given, id, part, due.lines) : [];
  await writePayments(decided);
  // a crashed step can have written a payment with this generation's ID, and it can have changed since then
  const isOld = (payment: Payment | undefined) =>
    payment !== undefined && payment.generationId !== given.jobId;
  const added = decided.filter(({ existing }) => !isOld(existing)).map(({ due: { payment } }) => payment);
  const gone = await removeUndue(kind, context, [...added, ...dropped]);
  const lines = decided.filter(({ due: { payment } }) => !gone.has(payment.id));
  const standing = [
    ...lines.flatMap(({ existing, outcome }) => (outcome.what === 'kept' ? (existing ?? []) : outcome.after)),
    ...dropped.filter(({ id }) => !gone.has(id)),
  ];
  const metSoFar = met + lines.filter(({ existing }) => isOld(existing)).length;
  const after = { ...cursor, sums: addTotals(cursor.sums, totalsOf(standing)) };
  const ids = standing.map(({ id }) => id);
  const step: Partial<GenerationStep> & { message: string } = {
    changes: [saveStepState(given.jobId, id, part, { ids })],
    ...(!cursor.again && {
      done: due.read,
      tally: countersOf(lines, given.jobId),
      refusedRows: droppedCorrections(lines, cursor.sums.lines),
    }),
    message: `${after.sums.lines} payments of ${name}.`,
  };
  if (due.next !== null)
    return continueAt(
      { ...after, phase: 'lines', after: due.next, parts: parts + 1, met: metSoFar, range },
      step,
    );
  if (!range) return afterLines(after, metSoFar, step);
  const result = saveStepState(given.jobId, id, partName('RANGE', cursor, undefined, range.name), {
    sums: after.sums,
    met: metSoFar,
  });
  return { done: 0, ...step, changes: [...(step.changes ?? []), result], next: null, total: cursor.total };
}
