import * as z from 'zod';
import { withTraces, addSummaries } from '../../../shared/bank-files/check-summary.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { accountsNow } from '../sent-account-store.ts';
import { paymentsNow } from '../paid-store.ts';
import { buildFiles, type SealedPayment } from './build.ts';
import {
  buildPart,
  storeCheckPart,
  loadCheckPart,
  selectedPayment,
  type CheckContext,
  type CheckStep,
  type SelectedPaymentRow,
  readPart,
} from './check-state.ts';
import { finishPlan, storeBuiltFile, accountsOpened } from './prepare.ts';
import { remittanceOf } from '../../../shared/bank-files/bank-settings.ts';
import { payeeNameOf } from '../../../shared/payments/payment.ts';
import { isRetry } from '../../../shared/bank-files/resend.ts';
import { fileIdModifierOf, splitEntries } from '../../../shared/bank-files/split-entries.ts';
import { loadPreparation } from '../store.ts';
import { sliceOfRun } from '../run-payment-store.ts';
import { addToDigest, nothing, nothingToSend, selectNow } from './current-run.ts';
import type { CheckResult } from './begin-check.ts';
import type { RunOpening } from './opening.ts';

export async function buildStepOfCheck({
  jobId,
  opening,
  state,
  who,
  now,
}: CheckContext): Promise<CheckStep> {
  const part = await loadCheckPart(jobId, state.part, buildPart);
  const name = part.files[part.built.length];
  if (name === undefined) throw new Error('a check without a file to build');
  const selected = await loadCheckPart(jobId, name, z.array(selectedPayment));
  const numbers = { place: part.built.length, firstTrace: part.firstTrace };
  const built = await buildFiles(opening.settings, await sealedNow(selected, new Date(state.at)), {
    bankFlow: opening.bankFlow,
    instant: state.at,
    effectiveDate: opening.effectiveDate,
    ...numbers,
  });
  const [file] = built;
  if (!file || built.length > 1) throw new Error('the payments of a file do not make one file');
  const planned = await storeBuiltFile(file, opening, numbers, newId());
  const traces = new Map(file.payments.map(({ payment: line, trace }) => [line.payment.id, trace]));
  const after = {
    ...part,
    built: [...part.built, planned],
    firstTrace: numbers.firstTrace + file.entryCount,
    summary: withTraces(part.summary, traces),
  };
  const message = `Prepared ${after.built.length} of ${part.files.length} files.`;
  if (after.built.length < part.files.length)
    return {
      done: selected.length,
      message,
      next: { status: 'running', state: { ...state, part: await storeCheckPart(jobId, after) } },
    };
  const { inputDigest, at: instant } = state;
  const created = { inputDigest, instant, summary: after.summary };
  const runHash = await finishPlan(opening, after.built, created, who, now);
  return {
    done: selected.length,
    message: 'The file was checked.',
    next: { status: 'finished', result: { runHash, unavailable: null, summary: after.summary } },
  };
}

async function sealedNow(selected: readonly SelectedPaymentRow[], at: Date): Promise<SealedPayment[]> {
  const payments = await paymentsNow(selected.map(({ paymentId }) => paymentId));
  const accounts = await accountsNow(
    selected.map(({ payeeToken }) => payeeToken),
    at,
  );
  return selected.map(({ paymentId, paymentVersion, payeeToken, accountVersion, name }) => {
    const [payment, account] = [payments.get(paymentId), accounts.get(payeeToken)];
    if (payment?.version !== paymentVersion)
      throw new Refusal(
        'conflict',
        `The payment for ${name} changed during the check. Check the file again.`,
      );
    if (account?.version !== accountVersion)
      throw new Refusal(
        'conflict',
        `The bank account of ${name} changed during the check. Check the file again.`,
      );
    return { payment, account };
  });
}

export async function readStep({ jobId, opening, state }: CheckContext): Promise<CheckStep> {
  const { payments, next } = await sliceOfRun(opening.filter, state.place, opening.settings.paymentsAtOnce);
  const { lines, summary } = await selectNow(payments, opening, new Date(state.at));
  const before = state.part === null ? nothing : (await loadCheckPart(jobId, state.part, readPart)).summary;
  const part = await storeCheckPart(jobId, {
    before: state.part,
    lines: lines.map((selected) => paymentRowOf(opening, selected)),
    summary: addSummaries(before, summary),
  });
  return {
    done: payments.length,
    message: 'Reading the payments.',
    next: {
      status: 'running',
      state: {
        ...state,
        phase: next === null ? 'split' : 'read',
        place: next,
        part,
        inputDigest: addToDigest(state.inputDigest, lines),
      },
    },
  };
}

const paymentRowOf = (
  { settings, bankFlow }: RunOpening,
  { payment, account }: SealedPayment,
): SelectedPaymentRow => ({
  paymentId: payment.id,
  paymentVersion: payment.version,
  payeeToken: account.payeeToken,
  accountVersion: account.version,
  amount: payment.amountToBeSent,
  isRetry: isRetry(payment),
  hasRemittance: remittanceOf(settings, bankFlow, payment) !== undefined,
  name: payeeNameOf(payment),
});

export async function splitStep({ jobId, opening, state, who, now }: CheckContext): Promise<CheckStep> {
  const { summary } = await loadCheckPart(jobId, state.part, readPart);
  const payments = await allPayments(jobId, state.part);
  if (payments.length === 0) {
    const unavailable = opening.locked ?? opening.refundsOnly ?? nothingToSend(summary);
    return finished(0, unavailable, { runHash: null, unavailable, summary });
  }
  const prepared = await loadPreparation(state.inputDigest);
  if (prepared)
    return finished(payments.length, 'The file was checked.', {
      runHash: prepared.runHash,
      unavailable: null,
      summary,
    });
  const files = splitEntries(opening.settings, batchesOf(payments));
  fileIdModifierOf(files.length - 1);
  const parts: string[] = [];
  for (const file of files)
    parts.push(
      await storeCheckPart(
        jobId,
        file.flatMap((batch) => batch.payments),
      ),
    );
  return {
    done: 0,
    changes: [accountsOpened(opening, state.inputDigest, payments.length, who, now)],
    message: files.length === 1 ? 'Preparing the file.' : `Preparing ${files.length} files.`,
    next: {
      status: 'running',
      state: {
        ...state,
        phase: 'build',
        part: await storeCheckPart(jobId, { files: parts, built: [], firstTrace: 1, summary }),
      },
    },
  };
}

const finished = (done: number, message: string, result: CheckResult): CheckStep => ({
  done,
  message,
  next: { status: 'finished', result },
});

/**
 * Returns all entries in reading order. Throws ('conflict') when a payment was read twice because it moved in its list.
 */
async function allPayments(jobId: string, last: string | null): Promise<SelectedPaymentRow[]> {
  const parts: SelectedPaymentRow[][] = [];
  for (let name = last; name !== null;) {
    const part = await loadCheckPart(jobId, name, readPart);
    parts.push(part.lines);
    name = part.before;
  }
  const payments = parts.toReversed().flat();
  if (new Set(payments.map(({ paymentId }) => paymentId)).size < payments.length)
    throw new Refusal('conflict', 'Payments changed during the check. Check the file again.');
  return payments;
}

const batchesOf = (payments: readonly SelectedPaymentRow[]) =>
  [false, true]
    .map((retry) => ({ payments: payments.filter(({ isRetry: isRetryLine }) => isRetryLine === retry) }))
    .filter((batch) => batch.payments.length > 0);
