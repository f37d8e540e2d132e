import * as z from 'zod';
import { addPeriods, nextPeriod, type PeriodId } from '../../shared/calendar.ts';
import { isPosted } from '../../shared/ledger/payment-steps.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { defineJob, type StepResult } from '../jobs/job-kind.ts';
import { pageOfPartners } from '../partners/store.ts';
import { loadPayments, paymentChange } from '../payments/store.ts';
import { paymentPages, postedTypes } from './group-proof.ts';
import { findLedgerStart, ledgerStartChange } from './proof-store.ts';

/** How far back payments are looked for, and how many a transaction carries over: each is two items, or three. */
const months = 60;
const paymentsAtOnce = 25;

/** Where the job is: behind the partners of a page, and at which month of the next one. */
const place = z.object({ partners: z.string().nullable(), month: z.string() });

/**
 * Carries payments from before the ledger over into it, a partner's month a step. One that has entries is passed over, so
 * the job may run again, and beside everything else that changes payments.
 */
export const ledgerBackfillSteps = defineJob({
  input: z.object({ from: z.string() }),
  step: async ({ input, cursor }): Promise<StepResult> => {
    const { partners, month } = place.parse(
      cursor === '' ? { partners: null, month: input.from } : JSON.parse(cursor),
    );
    const { rows, cursor: after } = await pageOfPartners(partners, 1);
    const [partner] = rows;
    const waiting = partner ? await withoutEntries(partner.id, month) : [];
    const changes = waiting.flatMap((one) => paymentChange(one, one));
    const message = 'Carrying payments over into the ledger.';
    const at = (next: z.output<typeof place>) => JSON.stringify(next);
    if (waiting.length === paymentsAtOnce)
      return { changes, done: waiting.length, next: at({ partners, month }), message };
    const later = nextPeriod(month);
    if (partner && later <= lastMonth(input.from))
      return { changes, done: waiting.length, next: at({ partners, month: later }), message };
    if (after !== null)
      return { changes, done: waiting.length, next: at({ partners: after, month: input.from }), message };
    const start = await findLedgerStart();
    return {
      changes: [...changes, ...(start ? ledgerStartChange(start, { ...start, isCarriedOver: true }) : [])],
      done: waiting.length,
      next: null,
      message: 'Every payment is in the ledger.',
    };
  },
});

/** The first month whose payments are carried over, on a day. */
export const firstMonthToCarry = (now: Date): PeriodId => addPeriods(currentPeriod(now), 1 - months);

// the month after the current one has dues from the 25th on
const lastMonth = (first: PeriodId): PeriodId => addPeriods(first, months);

async function withoutEntries(partnerId: string, periodId: string): Promise<Payment[]> {
  const found: Payment[] = [];
  for (const paymentTypeId of postedTypes)
    for await (const rows of paymentPages({ partnerId, periodId, paymentTypeId })) {
      // the lists may lag behind; the records do not
      const missing = rows.filter((one) => isPosted(one) && !one.ledger).map(({ id }) => id);
      const stored = await loadPayments(missing.slice(0, paymentsAtOnce));
      found.push(...stored.filter(({ ledger }) => !ledger));
      if (found.length >= paymentsAtOnce) return found.slice(0, paymentsAtOnce);
    }
  return found;
}
