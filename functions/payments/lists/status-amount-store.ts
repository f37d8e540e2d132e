import type { PeriodId } from '../../../shared/calendar.ts';
import {
  completed,
  pending,
  received,
  returned,
  submitted,
  type Payment,
} from '../../../shared/payments/payment.ts';
import type { CountStep } from '../../table/write.ts';
import { countKeys, keys, lists } from '../../table/keys.ts';
import { countShards } from '../../table/list-indexes.ts';
import { getItems } from '../../table/batch-get-items.ts';

/** Statuses with amount counters, for all partners, by payment type and month. */
const countedStatuses = { pending, submitted, received, returned, completed };
type CountedStatus = keyof typeof countedStatuses;

/** Cents by status. */
export type StatusAmounts = Record<CountedStatus, number>;
export const noAmounts: StatusAmounts = { pending: 0, submitted: 0, received: 0, returned: 0, completed: 0 };

const statusNames = Object.keys(countedStatuses) as CountedStatus[];

type PaymentGroup = Pick<Payment, 'paymentTypeId' | 'periodId'>;

const listOf = ({ paymentTypeId, periodId }: PaymentGroup, status: CountedStatus): string =>
  lists.paymentsInStatus(status, paymentTypeId, periodId);

/** Returns the counter step of one status. Generations use it for the difference in Pending amounts. */
export function amountStep(group: PaymentGroup, status: CountedStatus, by: number): CountStep[] {
  const list = listOf(group, status);
  return by === 0 ? [] : [{ count: keys.count(list), by, shards: countShards(list) }];
}

/** Returns the counter steps of a payment change. */
export const amountSteps = (before: Payment | null, after: Payment | null): CountStep[] =>
  statusNames.flatMap((name) => {
    const amountOf = (payment: Payment | null) =>
      payment?.status === countedStatuses[name] ? payment.amountToBeSent : 0;
    const group = after ?? before;
    return group ? amountStep(group, name, amountOf(after) - amountOf(before)) : [];
  });

/** Loads the amounts by status for payment types and months. */
export async function loadStatusAmounts(
  paymentTypeIds: readonly Payment['paymentTypeId'][],
  periodIds: readonly PeriodId[],
): Promise<(group: PaymentGroup) => StatusAmounts> {
  const wanted = paymentTypeIds.flatMap((paymentTypeId) =>
    periodIds.flatMap((periodId) => statusNames.map((name) => listOf({ paymentTypeId, periodId }, name))),
  );
  const sums = new Map<unknown, number>();
  for (const { pk, n } of await getItems(wanted.flatMap(countKeys)))
    sums.set(pk, (sums.get(pk) ?? 0) + Number(n ?? 0));
  const amountOf = (group: PaymentGroup, name: CountedStatus) =>
    sums.get(keys.count(listOf(group, name)).pk) ?? 0;
  return (group) => ({
    pending: amountOf(group, 'pending'),
    submitted: amountOf(group, 'submitted'),
    received: amountOf(group, 'received'),
    returned: amountOf(group, 'returned'),
    completed: amountOf(group, 'completed'),
  });
}
