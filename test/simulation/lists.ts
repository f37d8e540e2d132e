import { loadTotals, totalsOf } from '../../functions/payments/lists/total-store.ts';
import { lists } from '../../functions/table/keys.ts';
import { countOf } from '../../functions/table/list.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { Observed } from './observed.ts';
import { fail } from './violation.ts';

const listOf = ({ kind, programPaymentTypeId, paymentTypeId, partnerId, periodId }: Payment): string =>
  kind === 'partner'
    ? lists.partnerPayments(programPaymentTypeId, paymentTypeId, periodId)
    : kind === 'facility'
      ? lists.facilityPayments(programPaymentTypeId, periodId)
      : lists.memberPayments(programPaymentTypeId, paymentTypeId, partnerId, periodId);

/** Asserts that the totals and counters that pages show equal the sums of the payments. */
export async function assertTotals({ payments }: Observed): Promise<void> {
  for (const [list, ofList] of Map.groupBy(payments.values(), listOf)) {
    const [shown, actual] = [await loadTotals(list), totalsOf(ofList)];
    if (JSON.stringify(shown) !== JSON.stringify(actual))
      fail(`the totals of ${list} are ${JSON.stringify(shown)}, not ${JSON.stringify(actual)}`);
    const count = await countOf(list);
    if (count !== ofList.length) fail(`the list ${list} counts ${count} payments, not ${ofList.length}`);
  }
}
