import * as z from 'zod';
import { addPeriods, nextPeriod, type PeriodId } from '../../shared/calendar.ts';
import { isPosted } from '../../shared/ledger/payment-steps.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { pageOfPartners } from '../partners/store.ts';
import { loadPayments, paymentChange } from '../payments/store.ts';
import { paymentPages, postedTypes } from './group-proof.ts';
import { findLedgerStart, ledgerStartChange } from './proof-store.ts';

/** Number of months to search; tests use fewer. */
export const backfillLimits = { months: 60 };
/** Payments per transaction, with two or three items each. */
const paymentsAtOnce = 25;

/**
 * Adds payments from before the ledger to it, one partner and month per step. Payments with entries are skipped, so the
 * job can run repeatedly and concurrently with other payment changes.
 */
export const ledgerBackfillSteps = defineJob({
  input: z.object({ from: z.string() }),
  // the page of partners, and the month of the next partner
  cursor: z.object({ partners: z.string().nullable(), month: z.string() }).optional(),
  step: async ({ input, cursor }) => {
    const { partners, month } = cursor ?? { partners: null, month: input.from };
    const { rows, cursor: after } = await pageOfPartners(partners, 1);
    const [partner] = rows;
    const waiting = partner ? await withoutEntries(partner.id, month) : [];
    const changes = waiting.flatMap((payment) => paymentChange(payment, payment));
    const message = 'Adding payments to the ledger.';
    if (waiting.length === paymentsAtOnce)
      return { changes, done: waiting.length, next: { partners, month }, message };
    const later = nextPeriod(month);
    if (partner && later <= lastMonth(input.from))
      return { changes, done: waiting.length, next: { partners, month: later }, message };
    if (after !== null)
      return { changes, done: waiting.length, next: { partners: after, month: input.from }, message };
    const start = await findLedgerStart();
    return {
      changes: [...changes, ...(start ? ledgerStartChange(start, { ...start, isCarriedOver: true }) : [])],
      done: waiting.length,
      next: null,
      message: 'All payments are in the ledger.',
    };
  },
});

export const firstMonthToCarry = (now: Date): PeriodId =>
  addPeriods(currentPeriod(now), 1 - backfillLimits.months);

// From the 25th, dues of the following month exist.
const lastMonth = (first: PeriodId): PeriodId => addPeriods(first, backfillLimits.months);

async function withoutEntries(partnerId: string, periodId: string): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (const paymentTypeId of postedTypes)
    for await (const rows of paymentPages({ partnerId, periodId, paymentTypeId })) {
      // Lists are eventually consistent; records are not.
      const missing = rows.filter((payment) => isPosted(payment) && !payment.ledger).map(({ id }) => id);
      const stored = await loadPayments(missing.slice(0, paymentsAtOnce));
      payments.push(...stored.filter(({ ledger }) => !ledger));
      if (payments.length >= paymentsAtOnce) return payments.slice(0, paymentsAtOnce);
    }
  return payments;
}
