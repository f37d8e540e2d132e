import * as z from 'zod';
import { withTraces } from '../../../shared/bank-files/check-summary.ts';
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
} from './check-state.ts';
import { finishPlan, storeBuiltFile } from './prepare.ts';

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
