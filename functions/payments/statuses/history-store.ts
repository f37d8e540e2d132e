import * as z from 'zod';
import { dateInChicago, type CalendarDate } from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import { paymentStatus, paymentStatusName, type Payment } from '../../../shared/payments/payment.ts';
import { loadUserNames } from '../../users/store.ts';
import { loadJob } from '../../jobs/store.ts';
import { keys } from '../../table/keys.ts';
import { queryItems } from '../../table/table.ts';

export interface HistoryEntry {
  on: CalendarDate;
  what: string;
  /** The user, or null for an automatic change. */
  by: string | null;
  /** The entered reason, or null if none was required. */
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

/** Limits frequently corrected payments to their newest events. */
const maxEvents = 200;

const whatOf = ({ name, after }: Event): string | undefined => {
  if (name === 'payment amount corrected')
    return `Amount corrected to ${showMoney(after?.amountToBeSent ?? 0)}`;
  if (name === 'payment changed with terms')
    return `Total changed with the terms to ${showMoney(after?.totalPayment ?? 0)}`;
  if (name === 'payment correction undone') return 'Correction undone';
  if (name === 'payment requested again') return 'Requested again';
  return after?.status === undefined ? undefined : paymentStatusName(after.status);
};

/** Loads the events of a payment, starting with its generation. */
export async function historyOf({ id, generationId }: Payment): Promise<HistoryEntry[]> {
  const { pk } = keys.audit(`payment ${id}`, '', '');
  const [{ items }, job] = await Promise.all([
    queryItems(pk, { backwards: true, limit: maxEvents }),
    loadJob(generationId),
  ]);
  const generated = job && { who: job.startedBy, when: job.startedAt, what: 'Generated', reason: null };
  const events = items
    .toReversed()
    .map((item) => event.parse(item))
    .flatMap((item) => {
      const what = whatOf(item);
      return what === undefined ? [] : [{ ...item, what, reason: item.after?.reason ?? null }];
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
