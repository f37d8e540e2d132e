import * as z from 'zod';
import { dateInChicago, type CalendarDate } from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import { paymentStatus, paymentStatusName } from '../../../shared/payments/payment-status.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { loadUserNames } from '../../bank-files/user-name-store.ts';
import { loadJob } from '../../jobs/store.ts';
import { keys } from '../../table/keys.ts';
import { queryItems } from '../../table/table.ts';

/** One thing that happened to a payment. */
export interface HistoryEntry {
  on: CalendarDate;
  what: string;
  /** Who did it; null where the portal did it by itself. */
  by: string | null;
  /** The reason that was typed; null where none was asked for. */
  reason: string | null;
}

const event = z.object({
  name: z.string(),
  who: z.string(),
  when: z.string(),
  after: z
    .object({
      status: paymentStatus.optional(),
      amountToBeSent: z.int().optional(),
      totalPayment: z.int().optional(),
      reason: z.string().optional(),
    })
    .optional(),
});
type Event = z.output<typeof event>;

/** A payment has few events; the newest count when it was corrected very often. */
const mostEvents = 200;

const whatOf = ({ name, after }: Event): string | undefined => {
  if (name === 'payment amount corrected')
    return `Amount corrected to ${showMoney(after?.amountToBeSent ?? 0)}`;
  if (name === 'payment changed with terms')
    return `Total changed with the terms to ${showMoney(after?.totalPayment ?? 0)}`;
  if (name === 'payment correction undone') return 'Correction undone';
  return after?.status === undefined ? undefined : paymentStatusName(after.status);
};

/** Everything that happened to a payment, from its generation on. */
export async function historyOf({ id, generationId }: Payment): Promise<HistoryEntry[]> {
  const { pk } = keys.audit(`payment ${id}`, '', '');
  const [{ items }, job] = await Promise.all([
    queryItems(pk, { backwards: true, limit: mostEvents }),
    loadJob(generationId),
  ]);
  const generated = job && { who: job.startedBy, when: job.startedAt, what: 'Generated', reason: null };
  const events = items
    .toReversed()
    .map((item) => event.parse(item))
    .flatMap((one) => {
      const what = whatOf(one);
      return what === undefined ? [] : [{ ...one, what, reason: one.after?.reason ?? null }];
    });
  const all = generated ? [generated, ...events] : events;
  const names = await loadUserNames(all.map(({ who }) => who));
  return all.map(({ who, when, what, reason }) => ({
    on: dateInChicago(new Date(when)),
    what,
    by: names.get(who) ?? null,
    reason,
  }));
}
