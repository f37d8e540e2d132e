import { memberIdOf } from '../../../shared/bank-files/bank-run.ts';
import {
  dueMemberPayment,
  type PaymentContext,
  type PartnerGroupMembership,
} from '../../../shared/payments/due-payment.ts';
import { memberDues, type Payment } from '../../../shared/payments/payment.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { loadMembers } from '../../members/store.ts';
import { transact, writeAlone } from '../../table/transact.ts';
import { loadPayments, paymentChange, withoutTotals } from '../store.ts';
import {
  type DuePayment,
  decidePayments,
  writePayments,
  dueFacilityPayments,
  dueMemberPayments,
} from './due-payments.ts';
import { loadStepIds, saveStepState } from './generation-store.ts';
import {
  type GenerationContext,
  type GenerationKind,
  continueAt,
  partName,
  type GenerationStep,
  droppedCorrections,
  countersOf,
  type CursorOf,
  type GenerationCursor,
  type PartnerProgress,
  generationCursor,
} from './generation-cursor.ts';
import { type StepContext, defineJob } from '../../jobs/job-kind.ts';
import {
  duesLock,
  loadPartnerGroupMembership,
  partnersFrom,
  type GenerationInput,
  generationInput,
} from './generation.ts';
import { beginLines, dividePartners, facilityRanges, isDivisible } from './generation-ranges.ts';
import { findStalePayments, removeStalePayments } from './stale-payment-store.ts';
import { storeMovers, loadMovers, moversOf, noMovers } from './mover-store.ts';
import { storeShares, loadShares } from '../shares/shares-store.ts';
import { emptyShares, sharesOf } from '../shares/month-shares.ts';
import { beginTotals, finish, nextPartner, settleTotals } from './generation-end.ts';
import {
  addTotals,
  loadChangeCount,
  loadTotals,
  noTotals,
  totalsOf,
  partnerGroup,
} from '../lists/total-store.ts';
import { loadRangeResults } from './range-store.ts';
import { paymentListName } from '../../table/keys.ts';
import { pagesOfPayments, paymentIds } from '../lists/payment-list-store.ts';

/**
 * Returns the dues that the members no longer owe. A step calls this after its writes: members who left earlier are
 * detected here, and members who leave later find the payment or are refused (decision 7).
 */
async function duesOfLeavers(context: PaymentContext, payments: readonly Payment[]): Promise<Payment[]> {
  if (context.input.paymentTypeId !== memberDues) return [];
  const ids = payments.flatMap((payment) => memberIdOf(payment) ?? []);
  const members = new Map(
    (await loadMembers(ids, { consistent: true })).map((member) => [member.id, member]),
  );
  return payments.filter((payment) => {
    const member = members.get(memberIdOf(payment) ?? '');
    return !member || !dueMemberPayment(context, member, 0);
  });
}

/**
 * Records which payments a step is about to write. Returns those that an earlier, crashed attempt of the step may have
 * written and that are no longer due.
 */
async function announceDue(
  context: GenerationContext,
  partnerId: string,
  part: string,
  due: readonly DuePayment[],
): Promise<Payment[]> {
  const before = await loadStepIds(context.jobId, partnerId, part);
  const ids = due.map(({ payment }) => payment.id);
  const currentIds = new Set(ids);
  const dropped = before.filter((id) => !currentIds.has(id));
  await writeAlone(saveStepState(context.jobId, partnerId, part, { ids: [...ids, ...dropped] }));
  return (await loadPayments(dropped)).filter(({ generationId }) => generationId === context.jobId);
}

/** Removes payments that a step wrote for members who left concurrently. Returns the IDs of the removed payments. */
async function removeUndue(
  kind: GenerationKind,
  context: PaymentContext,
  added: readonly Payment[],
): Promise<Set<string>> {
  const undue = (await kind.undue?.(context, added)) ?? [];
  if (undue.length === 0) return new Set();
  const stored = await loadPayments(undue.map(({ id }) => id));
  const removed = stored.filter(isReplaceable);
  for (const payment of removed)
    // the totals are set once, at the end
    await transact(...withoutTotals(paymentChange(payment, null)));
  const staying = new Set(stored.filter((payment) => !isReplaceable(payment)).map(({ id }) => id));
  return new Set(undue.map(({ id }) => id).filter((id) => !staying.has(id)));
}

/**
 * Runs one step of a generation. For each partner: write the due payments, some facilities at a time; remove those that
 * are no longer due; set the totals. Payments are written outside transactions with their own conditions, so that a
 * repeated step writes the same payments. Totals are set once from the data that was read.
 */
async function generationStep(
  kind: GenerationKind,
  context: StepContext<GenerationInput, GenerationCursor>,
): Promise<GenerationStep> {
  const { cursor, input } = context;
  if (cursor.phase === 'begin')
    return isDivisible(input, cursor)
      ? dividePartners(context, { ...cursor, phase: 'plan', open: { ids: [], members: 0 }, planned: 0 })
      : beginPartner(kind, context, cursor);
  if (cursor.phase === 'plan') return dividePartners(context, cursor);
  if (cursor.phase === 'partner ranges')
    return finish(kind, context, { total: cursor.total + context.totalOfRanges });
  if (cursor.phase === 'facility ranges') {
    const { sums, met } = await loadRangeResults(context, cursor);
    return afterLines({ ...cursor, sums }, met, { message: `${sums.lines} payments.` });
  }
  if (cursor.phase === 'lines')
    return writeDue(kind, context, cursor, await loadPartnerGroupMembership(cursor.partnerId, input));
  if (cursor.phase === 'leftovers') return findStalePayments(kind, context, cursor);
  if (cursor.phase === 'removal') return removeStalePayments(context, cursor);
  return settleTotals(kind, context, cursor);
}

async function beginPartner(
  kind: GenerationKind,
  context: GenerationContext,
  cursor: CursorOf<'begin'>,
): Promise<GenerationStep> {
  const { partners, next } = await partnersFrom(context.input, cursor.partnersAfter, 1);
  const [partner] = partners;
  if (!partner) return finish(kind, context, cursor);
  const { id, name } = partner.partner;
  const enrolled = partner.groupMembership ? await moversOf(id, context.input.periodId) : undefined;
  const movers = enrolled?.moved.size ? String(context.now.getTime()) : null;
  if (enrolled && movers !== null) await storeMovers(context.jobId, id, movers, enrolled);
  const differences = await sharesOf(kind, { ...context, partner }, enrolled?.enrollments ?? []);
  const shares = differences.size > 0 ? String(context.now.getTime()) : null;
  if (shares !== null) await storeShares(context.jobId, id, shares, differences);
  const { own } = kind.group(context.input, id);
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
  if (!partner.groupMembership && seen.lines === 0) return nextPartner(kind, context, after, []);
  const locked = enrolled?.enrollments.length
    ? await duesLock({ ...context.input, partnerId: id }, context.now)
    : undefined;
  return {
    ...beginLines(context, after, `Counting the members of ${name}.`),
    ...(locked !== undefined && {
      refusedRows: [{ line: after.total, reason: locked, code: 'conflict', cells: { Partner: name } }],
    }),
  };
}

/** Continues with payments that are no longer due; if every existing payment is due, there are none. */
function afterLines(
  progress: PartnerProgress,
  processed: number,
  step: Partial<GenerationStep> & { message: string },
): GenerationStep {
  const isComplete = !progress.again && processed === progress.seen.lines;
  return continueAt(isComplete ? beginTotals(progress) : { ...progress, phase: 'leftovers' }, step);
}

async function writeDue(
  kind: GenerationKind,
  generation: GenerationContext,
  { after: lastFacility, parts, met, range, ...cursor }: CursorOf<'lines'>,
  partner: PartnerGroupMembership,
): Promise<GenerationStep> {
  const { id, name } = partner.partner;
  const movers = cursor.movers === null ? noMovers : loadMovers(generation.jobId, id, cursor.movers);
  const shares = cursor.shares === null ? emptyShares : loadShares(generation.jobId, id, cursor.shares);
  const context = { partner, input: generation.input, generationId: generation.jobId, now: generation.now };
  const due = await kind.due({ ...context, movers, shares, until: range?.until ?? null }, lastFacility);
  const part = partName('DUE', cursor, parts, range?.name);
  const decided = await decidePayments(due.payments, generation.input);
  const dropped = kind.undue ? await announceDue(generation, id, part, due.payments) : [];
  await writePayments(decided);
  // a crashed step can have written a payment with this generation's ID, and it can have changed since then
  const isOld = (payment: Payment | undefined) =>
    payment !== undefined && payment.generationId !== generation.jobId;
  const added = decided.filter(({ existing }) => !isOld(existing)).map(({ due: { payment } }) => payment);
  const removed = await removeUndue(kind, context, [...added, ...dropped]);
  const remaining = decided.filter(({ due: { payment } }) => !removed.has(payment.id));
  const standing = [
    ...remaining.flatMap(({ existing, outcome }) =>
      outcome.what === 'kept' ? (existing ?? []) : outcome.after,
    ),
    ...dropped.filter(({ id }) => !removed.has(id)),
  ];
  const processedCount = met + remaining.filter(({ existing }) => isOld(existing)).length;
  const after = { ...cursor, sums: addTotals(cursor.sums, totalsOf(standing)) };
  const ids = standing.map(({ id }) => id);
  const step: Partial<GenerationStep> & { message: string } = {
    changes: [saveStepState(generation.jobId, id, part, { ids })],
    ...(!cursor.again && {
      done: due.read,
      tally: countersOf(remaining, generation.jobId),
      refusedRows: droppedCorrections(remaining, cursor.sums.lines),
    }),
    message: `${after.sums.lines} payments of ${name}.`,
  };
  if (due.next !== null)
    return continueAt(
      { ...after, phase: 'lines', after: due.next, parts: parts + 1, met: processedCount, range },
      step,
    );
  if (!range) return afterLines(after, processedCount, step);
  const result = saveStepState(generation.jobId, id, partName('RANGE', cursor, undefined, range.name), {
    sums: after.sums,
    met: processedCount,
  });
  return { done: 0, ...step, changes: [...(step.changes ?? []), result], next: null, total: cursor.total };
}

const previewPage = 40;

type Own = Pick<GenerationKind, 'isShared' | 'due' | 'undue'>;

const generationKind = (kind: 'facility' | 'member', own: Own): GenerationKind => ({
  ...own,
  existing: async (input, partnerId, after) => {
    const pages = pagesOfPayments(kind, { ...input, partnerId }, { after, pageSize: previewPage });
    const page = await pages.next();
    return page.done ? { rows: [], cursor: null } : page.value;
  },
  existingIds: (input, partnerId) => paymentIds(kind, { ...input, partnerId }),
  group: (input, partnerId) => {
    const list = paymentListName(kind, { ...input, partnerId });
    return kind === 'facility' ? { own: partnerGroup(list, partnerId), around: list } : { own: list };
  },
  subject: (input) => paymentListName(kind, input),
});

/** Facility payments: one list for all partners. */
export const facilityGeneration = generationKind('facility', { isShared: true, due: dueFacilityPayments });

/** Member payments: one list per partner. */
export const memberGeneration = generationKind('member', { due: dueMemberPayments, undue: duesOfLeavers });

const generationJob = (kind: GenerationKind) =>
  defineJob({
    input: generationInput,
    cursor: generationCursor,
    // payments and stored state of a range belong to its generation
    step: (context) =>
      generationStep(kind, { ...context, jobId: context.input.generationId ?? context.jobId }),
  });

export const facilityPaymentsJob = generationJob(facilityGeneration);
export const memberPaymentsJob = generationJob(memberGeneration);
