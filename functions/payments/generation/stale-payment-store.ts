import * as z from 'zod';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { keys } from '../../table/keys.ts';
import { eachItem } from '../../table/table.ts';
import { getItems } from '../../table/batch-get-items.ts';
import { writeAlone } from '../../table/transact.ts';
import { saveStepState } from './generation-store.ts';
import {
  continueAt,
  partName,
  type GenerationContext,
  type GenerationKind,
  type GenerationStep,
  type CursorOf,
} from './generation-cursor.ts';
import { beginTotals } from './generation-end.ts';
import { loadPayments, paymentChange, withoutTotals } from '../store.ts';
import { addTotals, totalsOf } from '../lists/total-store.ts';

/** Each removal takes up to three writes. */
const stalePaymentsPerStep = 25;
const idList = z.array(z.string());

/**
 * Finds the partner's payments that are no longer due in one pass: the due IDs and the keys of the list are each read
 * once. The result is stored in parts that later steps remove.
 */
export async function findStalePayments(
  kind: GenerationKind,
  context: GenerationContext,
  cursor: CursorOf<'leftovers'>,
): Promise<GenerationStep> {
  const { partnerId } = cursor;
  const due = new Set<string>();
  const { pk, sk } = keys.generationPart(context.jobId, partnerId, partName('DUE', cursor));
  for await (const { ids } of eachItem(pk, sk)) for (const id of idList.parse(ids)) due.add(id);
  const stale: string[] = [];
  for await (const id of kind.existingIds(context.input, partnerId)) if (!due.has(id)) stale.push(id);
  const parts = Math.ceil(stale.length / stalePaymentsPerStep);
  for (let part = 0; part < parts; part++) {
    const ids = stale.slice(part * stalePaymentsPerStep, (part + 1) * stalePaymentsPerStep);
    await writeAlone(saveStepState(context.jobId, partnerId, partName('LEFT', cursor, part), { ids }));
  }
  return continueAt(parts === 0 ? beginTotals(cursor) : { ...cursor, phase: 'removal', parts, next: 0 }, {
    message: 'Looking for payments that are no longer due.',
  });
}

/** Removes one part of the stale payments except those that are no longer Pending. */
export async function removeStalePayments(
  context: GenerationContext,
  { parts, next, ...cursor }: CursorOf<'removal'>,
): Promise<GenerationStep> {
  const { partnerId } = cursor;
  const [part] = await getItems([
    keys.generationPart(context.jobId, partnerId, partName('LEFT', cursor, next)),
  ]);
  const stale = await loadPayments(idList.parse(part?.ids ?? []));
  const removed = stale.filter((payment) => isReplaceable(payment) && !context.input.onlyMissing);
  const standing = stale.filter((payment) => !removed.includes(payment));
  const changes = removed.flatMap((payment) => withoutTotals(paymentChange(payment, null)));
  const after = { ...cursor, sums: addTotals(cursor.sums, totalsOf(standing)) };
  return continueAt(
    next + 1 < parts ? { ...after, phase: 'removal', parts, next: next + 1 } : beginTotals(after),
    {
      changes,
      tally: { removed: removed.length, kept: cursor.again ? 0 : standing.length },
      message: 'Removing payments that are no longer due.',
    },
  );
}
