import type { PeriodId } from '../../../shared/calendar.ts';
import { memberDues, memberReimbursements } from '../../../shared/payments/payment-status.ts';
import type { FacilityPayment, MemberPayment } from '../../../shared/payments/payment.ts';
import { payrollAmounts, type PayrollAmount } from '../../../shared/payments/payroll/payroll.ts';
import { pagesOfList } from '../../table/list.ts';
import { countedMemberIds } from '../generation/reason-store.ts';
import { clubLinesOf, facilityPaymentsList, memberPaymentsList } from '../lists/payment-lists.ts';

const pageSize = 1000;

/** What a partner's payments of a month come to for each person, whatever program it had then. */
export async function gatherAmounts(
  partnerId: string,
  periodId: PeriodId,
  onSiteClubs: readonly string[],
): Promise<PayrollAmount[]> {
  const members: MemberPayment[] = [];
  const clubs: { payment: FacilityPayment; memberIds: string[] }[] = [];
  for (const programPaymentTypeId of [1, 2, 3]) {
    for (const paymentTypeId of [memberDues, memberReimbursements]) {
      const list = memberPaymentsList({ programPaymentTypeId, paymentTypeId, partnerId, periodId });
      for await (const { rows } of pagesOfList(list, 'memberFullName', { pageSize })) members.push(...rows);
    }
    const list = facilityPaymentsList({ programPaymentTypeId, periodId });
    for await (const { rows } of clubLinesOf(list, partnerId, null, pageSize))
      for (const payment of rows) clubs.push({ payment, memberIds: await countedMemberIds(payment) });
  }
  return payrollAmounts({ members, clubs, onSiteClubs });
}
