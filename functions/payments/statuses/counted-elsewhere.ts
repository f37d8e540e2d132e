import { nextPeriod, periodName } from '../../../shared/calendar.ts';
import { canceled, type FacilityPayment } from '../../../shared/payments/payment.ts';
import { isPaidGroup } from '../../../shared/payments/share-group.ts';
import { storedMembers } from '../generation/reason-store.ts';
import { facilityPaymentPages, facilityPaymentsList } from '../lists/payment-list-store.ts';

const facilitiesPerPage = 50;

/**
 * Returns why a facility is not paid again, or undefined: members of the canceled payment moved and are paid at another
 * facility, in its payment of the month or in the correction of the next month.
 */
export async function countedElsewhere(payment: FacilityPayment): Promise<string | undefined> {
  const { programPaymentTypeId, partnerId, periodId } = payment;
  const own = new Set((await storedMembers(payment)).own);
  for (const month of [periodId, nextPeriod(periodId)]) {
    const list = facilityPaymentsList({ programPaymentTypeId, periodId: month });
    for await (const { rows } of facilityPaymentPages(list, partnerId, null, facilitiesPerPage))
      for (const other of rows) {
        if (other.facilityId === payment.facilityId || other.status === canceled) continue;
        const members = await storedMembers(other);
        const counted = [
          ...(month === periodId ? members.own : []),
          ...members.groups
            .filter((group) => group.period === periodId && group.each > 0 && isPaidGroup(group))
            .flatMap(({ memberIds }) => memberIds),
        ].filter((id) => own.has(id));
        if (counted.length > 0)
          return `Members of this payment moved and are paid for ${periodName(periodId)} in the payment of ${other.facilityName} for ${periodName(month)}. Cancel that payment first, or pay the others outside the portal.`;
      }
  }
  return undefined;
}
