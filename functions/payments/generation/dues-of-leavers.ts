import { memberIdOf } from '../../../shared/bank-files/bank-run.ts';
import { dueMemberPayment, type PaymentContext } from '../../../shared/payments/due-payment.ts';
import { memberDues, type Payment } from '../../../shared/payments/payment.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { loadMembers } from '../../members/store.ts';
import { transact, writeAlone } from '../../table/transact.ts';
import { loadPayments, paymentChange, withoutTotals } from '../store.ts';
import type { DuePayment } from './due-payments.ts';
import { loadStepIds, saveStepState } from './generation-store.ts';
import type { GenerationContext, GenerationKind } from './generation-cursor.ts';

/**
 * Returns the dues that the members no longer owe. A step calls this after its writes: members who left earlier are
 * detected here, and members who leave later find the payment or are refused (decision 7).
 */
export async function duesOfLeavers(
  context: PaymentContext,
  payments: readonly Payment[],
): Promise<Payment[]> {
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
export async function announceDue(
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
export async function removeUndue(
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
