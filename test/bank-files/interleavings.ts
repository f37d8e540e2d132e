import * as fc from 'fast-check';
import { environmentBankSettings } from '../../functions/bank-files/bank-settings.ts';
import { runJobSteps } from '../../functions/jobs/kinds/job-runner.ts';
import { loadTotals, totalsOf } from '../../functions/payments/lists/total-store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { lists } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { dollarsFromCents } from '../../shared/money.ts';
import { payments as endpoints } from '../../shared/contracts/payments.ts';
import { canceled, pending, submitted } from '../../shared/payments/payment-status.ts';
import { call } from '../support/call.ts';
import { checkAndSend, generate, generatedFor, newDay } from './random-sending.ts';
import { finishEverything, paymentsAsStored } from './runs.ts';

// Concurrent actions on two payments are serializable: for each payment, some order of the successful actions leads from
// the state before to the state after.

const which = fc.nat(1);
const act = fc.record({
  /** Number of event loop turns by which the action is delayed. */
  later: fc.nat(8),
  what: fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('generate' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('edit' as const),
        which,
        cents: fc.integer({ min: 1, max: 14_000_00 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('send' as const) }) },
  ),
});
type Act = typeof act extends fc.Arbitrary<{ what: infer One }> ? One : never;

/** Two to four concurrent actions on two generated payments with different totals and optional corrections. */
export const interleavings = fc.record({
  acts: fc.array(act, { minLength: 2, maxLength: 4 }),
  before: fc.tuple(
    ...[0, 1].map(() =>
      fc.record({ total: fc.constantFrom(9_000_00, 20_000_00), isCorrected: fc.boolean() }),
    ),
  ),
});

interface State {
  status: number;
  total: number;
  amount: number;
}

let due: number[] = [];
export async function loadDueTotals(): Promise<void> {
  const period = newDay();
  await generate(period);
  due = (await paymentsAsStored(generatedFor(period))).map(({ totalPayment }) => totalPayment);
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((go) => setImmediate(go));
};

export async function assertSerializable(
  admin: User,
  { acts, before }: typeof interleavings extends fc.Arbitrary<infer One> ? One : never,
): Promise<void> {
  if (environmentBankSettings) environmentBankSettings.paymentsAtOnce = 2_000;
  const period = newDay();
  const generated = generatedFor(period).map((payment, index) => {
    const { total = 0, isCorrected = false } = before[index] ?? {};
    return {
      ...payment,
      payeeToken: `payee-partner-${payment.partnerId}`,
      totalPayment: total,
      amountToBeSent: isCorrected ? total - 1_000_00 : total,
    };
  });
  await transact(...generated.flatMap((payment) => paymentChange(null, payment)));
  const done: Act[] = [];
  await Promise.all(
    acts.map(async ({ what, later }) => {
      await turns(later);
      if (await carriedOut(admin, what, { period, ids: generated.map(({ id }) => id) })) done.push(what);
    }),
  );
  await finishEverything();
  const after = await paymentsAsStored(generated);
  for (const [index, payment] of after.entries()) {
    const from = generated[index];
    if (!from) throw new Error('unexpected payment');
    const own = done.filter((one) => !('which' in one) || one.which === index);
    const is = stateOf(payment);
    if (!explains(stateOf(from), own, is, due[index] ?? 0))
      throw new Error(
        `no order of ${JSON.stringify(own)} leads from ${JSON.stringify(stateOf(from))} to ${JSON.stringify(is)}`,
      );
    if (is.status === submitted && payment.attempts.at(-1)?.amount !== is.amount)
      throw new Error('a payment was sent with another amount');
  }
  const totals = await loadTotals(lists.partnerPayments(1, 4, period));
  const sums = totalsOf(after);
  if (JSON.stringify(totals) !== JSON.stringify(sums))
    throw new Error(`the totals are ${JSON.stringify(totals)}, the payments ${JSON.stringify(sums)}`);
}

const stateOf = (one: { status: number; totalPayment: number; amountToBeSent: number }): State => ({
  status: one.status,
  total: one.totalPayment,
  amount: one.amountToBeSent,
});

async function carriedOut(
  admin: User,
  what: Act,
  { period, ids }: { period: string; ids: string[] },
): Promise<boolean> {
  if (what.kind === 'generate') {
    await generate(period);
    return true;
  }
  if (what.kind === 'send') {
    const jobId = await checkAndSend(admin, period);
    if (jobId) await runJobSteps(jobId, () => Infinity);
    return jobId !== undefined;
  }
  const paymentId = ids[what.which] ?? '';
  const reason = 'It was agreed by phone.';
  const body = { programPaymentTypeId: 1, paymentId };
  if (what.kind === 'edit') {
    const amountToBeSent = dollarsFromCents(what.cents).toFixed(2);
    return (
      (await call(endpoints.correctPartnerPayment, admin, { body: { ...body, amountToBeSent, reason } }))
        .status === 200
    );
  }
  if (what.kind === 'undo')
    return (await call(endpoints.undoPartnerCorrection, admin, { body })).status === 200;
  const [stored] = await paymentsAsStored([{ id: paymentId }]);
  const payments = [{ paymentId, version: stored?.version ?? 0 }];
  const said = await call(endpoints.changeStatus, admin, { body: { payments, decision: 'cancel', reason } });
  return said.status === 200 && said.body.changed === 1;
}

function outcomes({ status, total, amount }: State, one: Act, dueTotal: number): State[] {
  const isOpen = status === pending;
  if (one.kind === 'send')
    return isOpen
      ? [
          { status: submitted, total, amount },
          { status, total, amount },
        ]
      : [{ status, total, amount }];
  if (one.kind === 'generate') {
    const kept = amount !== total && amount <= dueTotal ? amount : dueTotal;
    return isOpen ? [{ status, total: dueTotal, amount: kept }] : [{ status, total, amount }];
  }
  if (!isOpen) return [];
  if (one.kind === 'cancel') return [{ status: canceled, total, amount }];
  if (one.kind === 'undo') return amount < total ? [{ status, total, amount: total }] : [];
  return one.cents <= total ? [{ status, total, amount: one.cents }] : [];
}

function explains(from: State, acts: readonly Act[], to: State, dueTotal: number): boolean {
  if (acts.length === 0) return JSON.stringify(from) === JSON.stringify(to);
  return acts.some((one, index) =>
    outcomes(from, one, dueTotal).some((next) => explains(next, acts.toSpliced(index, 1), to, dueTotal)),
  );
}
