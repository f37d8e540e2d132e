import { memberIdOf } from '../../../shared/bank-files/bank-run.ts';
import type { PlannedReversal, ReversalPlan } from '../../../shared/bank-files/run-plan.ts';
import { canMovePayment, movePayment } from '../../../shared/payments/payment-moves.ts';
import { duesReversedChanges } from '../../members/status-change.ts';
import { loadUnpaidByLeaver, unpaidSettled } from '../../payments/statuses/unpaid-leaver-store.ts';
import { withReturn } from '../inbox/ended-by-return.ts';
import { paymentChange, paymentUnchanged } from '../../payments/store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { sizeOf } from '../../table/transact.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { addEntry, removeEntry } from '../entry-store.ts';
import { refundOfReturned } from '../inbox/refund-of-return.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { refundsNow } from '../refund-store.ts';
import { storeFileBytes } from '../plan-files.ts';
import { addSentEntry, removeSentEntry, sentEntriesNow, sentEntryChange } from '../sent-entry-store.ts';
import { cancelAll, statusChange, type PhaseContext, type PhaseStep, type SendPhases } from '../phase.ts';
import { bankFileChange, loadBankFile } from '../store.ts';
import { buildReversal } from './reversal-file.ts';
import { whyNotReversed } from './reversible-lines.ts';

/** Four transaction items per entry (of 100): original entry, refund check, file entry, and sent entry. */
const linesAtOnce = 20;
/** Reserves items for a payment, its refund, and the payments of a former member, each with list, ledger, and audit items. */
const fullAt = 60;

type Context = PhaseContext<ReversalPlan, PlannedReversal>;

export const reversalPhases: Pick<
  SendPhases<ReversalPlan, PlannedReversal>,
  'reserve' | 'build' | 'submit' | 'cancel'
> = {
  reserve: reserveStep,
  build: buildStep,
  submit: submitStep,
  cancel: cancelStep,
};

const tracesOf = (reversals: readonly PlannedReversal[]): string[] =>
  reversals.map(({ reversedTrace }) => reversedTrace);

async function reserveStep({ file, files, lines, from, who, now }: Context): Promise<PhaseStep> {
  const chunk = lines.slice(from, from + linesAtOnce);
  const sent = await sentEntriesNow(tracesOf(chunk));
  const payments = await paymentsNow(chunk.map(({ paymentId }) => paymentId));
  const refunds = await refundsNow([...payments.values()]);
  const changes: Change[] = [];
  for (const reversal of chunk) {
    const [refund, original] = [refunds.get(reversal.paymentId), sent.get(reversal.reversedTrace)];
    if (original?.reversedBy?.bankFileId === file.id) continue;
    const error = original ? whyNotReversed(original, payments.get(reversal.paymentId), refund) : 'is gone';
    if (error || !original) return cancelAll(files, `The payment for ${reversal.name} ${error}.`, who, now);
    const { trace, paymentId, payeeToken, name, lastFour, amount } = reversal;
    const { effectiveDate, id: bankFileId } = file;
    const entry = { trace, paymentId, name, lastFour, amount };
    changes.push(
      ...sentEntryChange(original, { ...original, reversedBy: { bankFileId, trace } }),
      // A refund that is reserved concurrently fails this transaction; the next attempt handles it.
      ...(refund ? [paymentUnchanged(refund)] : []),
      addEntry(bankFileId, { kind: 'payment', ...entry }),
      addSentEntry({
        ...entry,
        purpose: 'reversal',
        bankFileId,
        payeeToken,
        fingerprint: original.fingerprint,
        effectiveDate,
      }),
    );
  }
  const next = from + chunk.length;
  if (next === lines.length) changes.push(...statusChange(file, 'reserved', now));
  return { changes, done: chunk.length, next, message: 'Preparing the reversal.' };
}

/** Rebuilds the file from the bytes that were sent; any difference from the plan cancels it. */
async function buildStep({ file, files, plan, planned, lines, who, now }: Context): Promise<PhaseStep> {
  if (!environmentBankSettings) return cancelAll(files, 'The bank settings are missing.', who, now);
  const built = await buildReversal(
    environmentBankSettings,
    await loadBankFile(plan.reverses),
    tracesOf(lines),
    {
      instant: plan.instant,
      effectiveDate: file.effectiveDate,
      fileIndex: planned.place,
      firstTrace: file.firstTrace,
    },
  );
  if (built.fileHash !== file.fileHash) return cancelAll(files, 'The bank settings changed.', who, now);
  await storeFileBytes(built.fileHash, built.text);
  return {
    changes: statusChange(file, 'ready', now),
    done: 0,
    next: 0,
    message: 'The file was built and checked.',
  };
}

/**
 * Cancels the payments and their refunds. A payment returned during the reversal stays Returned: the bank has already
 * reversed it.
 */
async function submitStep({ file, lines, from, who, now }: Context): Promise<PhaseStep> {
  const at = now.toISOString();
  const chunk = lines.slice(from, from + linesAtOnce);
  const payments = await paymentsNow(chunk.map(({ paymentId }) => paymentId));
  const refunds = await refundsNow([...payments.values()]);
  const members = await membersNow([...payments.values()]);
  const changes: Change[] = [];
  let next = from;
  for (const { paymentId, reversedTrace } of chunk) {
    if (sizeOf(changes) >= fullAt) break;
    next += 1;
    const payment = payments.get(paymentId);
    const isLast = payment?.attempts.at(-1)?.trace === reversedTrace;
    if (!payment || !isLast || !canMovePayment(payment, 'reverse')) continue;
    const after = movePayment(payment, 'reverse', { at });
    const event = { name: 'payment status changed', subject: `payment ${paymentId}`, who } as const;
    const statuses = {
      before: { status: payment.status },
      after: { status: after.status, reversedBy: file.id },
    };
    const member = members.get(memberIdOf(payment) ?? '');
    const why = 'The dues were reversed, so there is nothing to refund.';
    changes.push(
      ...paymentChange(payment, after),
      auditWrite({ ...event, ...statuses }, now),
      ...refundOfReturned(payment, refunds.get(paymentId), { why, who, now }).changes,
      ...duesReversedChanges(payment, member, { who, now }),
      ...unpaidSettled(member ? await loadUnpaidByLeaver(payment, withReturn(payment, member), now) : [], {
        who,
        now,
      }),
    );
  }
  if (next === lines.length) {
    const after = { name: file.name, fileHash: file.fileHash, reversed: lines.length };
    const event = { name: 'bank file sent', subject: `bank file ${file.id}`, who, after } as const;
    changes.push(...statusChange(file, 'submitted', now), auditWrite(event, now));
  }
  return { changes, done: next - from, next, message: 'The reversal was sent.' };
}

async function cancelStep({ file, plan, lines, from, now }: Context): Promise<PhaseStep> {
  const chunk = lines.slice(from, from + linesAtOnce);
  const sent = await sentEntriesNow(tracesOf(chunk));
  const changes = chunk.flatMap(({ reversedTrace, trace }): Change[] => {
    const original = sent.get(reversedTrace);
    if (original?.reversedBy?.bankFileId !== file.id) return [];
    return [
      ...sentEntryChange(original, { ...original, reversedBy: null }),
      removeEntry(file.id, trace),
      removeSentEntry(trace),
    ];
  });
  const next = from + chunk.length;
  if (next === lines.length) {
    const original = await loadBankFile(plan.reverses);
    changes.push(
      ...statusChange(file, 'canceled', now),
      ...(original.reversal ? bankFileChange(original, { ...original, reversal: null }) : []),
    );
  }
  return { changes, done: 0, next, message: 'Canceling the file.' };
}
