import { dateInChicago, nextPeriod, periodOf, type PeriodId } from '../../../shared/calendar.ts';
import { paymentIdOf, canceled, type Payment } from '../../../shared/payments/payment.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { isPaidGroup } from '../../../shared/payments/share-group.ts';
import { loadJob } from '../../jobs/store.ts';
import { lists } from '../../table/keys.ts';
import { storedMembers, type StoredMembers } from '../reason-store.ts';
import { loadTotals, partnerGroup } from '../lists/total-store.ts';
import { loadPayments } from '../store.ts';
import type { ShareContext } from './share-context.ts';

export interface BookedPayment extends StoredMembers {
  payment: Payment;
  ownIds: ReadonlySet<string>;
}

/** A cache of a partner's stored payments. */
export interface BookedPayments {
  /** Loads the payments of several payees and months in batches. */
  prepare: (wanted: readonly { payee: string; period: PeriodId }[]) => Promise<void>;
  of: (payee: string, period: PeriodId) => Promise<BookedPayment | undefined>;
  /** Like `of`, without payments of this month that the generation replaces. */
  standing: (payee: string, period: PeriodId) => Promise<BookedPayment | undefined>;
  /** Returns true if a lasting payment to a payee counts a member's month, in its own or a later month. */
  counts: (memberId: string, payee: string, period: PeriodId) => Promise<boolean>;
  /** Like `counts`, without canceled and deducted members. */
  pays: (memberId: string, payee: string, period: PeriodId) => Promise<boolean>;
  /** Returns true if the partner's payments of a month were generated, even if there were none. */
  wasGenerated: (period: PeriodId) => Promise<boolean>;
}

export const paymentIdFor = ({ partner, input, kind }: ShareContext, payee: string, periodId: PeriodId) =>
  paymentIdOf({
    ...(kind === 'partner' ? { kind } : { kind, facilityId: payee }),
    programPaymentTypeId: input.programPaymentTypeId,
    paymentTypeId: input.paymentTypeId,
    partnerId: partner.partner.id,
    periodId,
  });

/** Returns the facility name for reason steps. */
export const nameOf = ({ payment }: Pick<BookedPayment, 'payment'>): string =>
  payment.kind === 'facility' ? payment.facilityName : 'another membership';

/** Returns true if the generation does not change the payment. */
const lasts = (payment: Payment, { onlyMissing }: { onlyMissing: boolean }): boolean =>
  !isReplaceable(payment) || (onlyMissing && payment.totalPayment !== 0);

export function bookedPayments(context: ShareContext): BookedPayments {
  const loaded = new Map<string, Payment | null>();
  const booked = new Map<string, Promise<BookedPayment | undefined>>();
  const generated = new Map<PeriodId, Promise<boolean>>();
  const { input, now } = context;
  const newest = periodOf(dateInChicago(now));

  const prepare: BookedPayments['prepare'] = async (wanted) => {
    const ids = wanted
      .map(({ payee, period }) => paymentIdFor(context, payee, period))
      .filter((id) => !loaded.has(id));
    for (const id of ids) loaded.set(id, null);
    for (const payment of await loadPayments([...new Set(ids)])) loaded.set(payment.id, payment);
  };
  const load = async (payee: string, period: PeriodId): Promise<BookedPayment | undefined> => {
    await prepare([{ payee, period }]);
    const payment = loaded.get(paymentIdFor(context, payee, period));
    if (!payment) return undefined;
    const members = await storedMembers(payment);
    return { payment, ...members, ownIds: new Set(members.own) };
  };
  const of: BookedPayments['of'] = (payee, period) => {
    const id = paymentIdFor(context, payee, period);
    const payment = booked.get(id) ?? load(payee, period);
    booked.set(id, payment);
    return payment;
  };
  const standing: BookedPayments['standing'] = async (payee, period) => {
    const payment = await of(payee, period);
    return payment && (period !== input.periodId || lasts(payment.payment, input)) ? payment : undefined;
  };
  const groupsOf = async (
    memberId: string,
    payee: string,
    period: PeriodId,
  ): Promise<StoredMembers['groups']> => {
    const groups: StoredMembers['groups'] = [];
    for (let later = nextPeriod(period); later <= newest; later = nextPeriod(later))
      for (const group of (await standing(payee, later))?.groups ?? [])
        if (group.period === period && group.memberIds.includes(memberId)) groups.push(group);
    return groups;
  };
  const counts: BookedPayments['counts'] = async (memberId, payee, period) =>
    (await standing(payee, period))?.ownIds.has(memberId) === true ||
    (await groupsOf(memberId, payee, period)).some(isPaidGroup);
  const pays: BookedPayments['pays'] = async (memberId, payee, period) => {
    const own = await standing(payee, period);
    const isOwn = own?.ownIds.has(memberId) === true && own.payment.status !== canceled;
    const groups = await groupsOf(memberId, payee, period);
    return (isOwn || groups.some(isPaidGroup)) && !groups.some(({ kind }) => kind === 'moved out');
  };
  const wasGenerated: BookedPayments['wasGenerated'] = (period) => {
    const result = generated.get(period) ?? findGeneration(context, period, of);
    generated.set(period, result);
    return result;
  };
  return { prepare, of, standing, counts, pays, wasGenerated };
}

/** Finds a month's generation by its payments or, without payments, by the scheduled job. */
async function findGeneration(
  { partner, input, kind }: ShareContext,
  period: PeriodId,
  of: BookedPayments['of'],
): Promise<boolean> {
  const { programPaymentTypeId, paymentTypeId } = input;
  const list = partnerGroup(lists.facilityPayments(programPaymentTypeId, period), partner.partner.id);
  const exists = kind === 'facility' ? (await loadTotals(list)).lines > 0 : await of('', period);
  if (exists) return true;
  const jobs = await Promise.all(
    ['ninth', 'first'].map((schedule) =>
      loadJob(`${kind}-${programPaymentTypeId}-${paymentTypeId}-${period}-${schedule}`),
    ),
  );
  return jobs.some((job) => job?.status === 'done');
}
