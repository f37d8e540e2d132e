import { addPeriods, periodOf, type CalendarDate, type PeriodId } from '../../shared/calendar.ts';
import type { PaymentOf } from '../../shared/payments/payment.ts';
import { paymentsList } from '../payments/store.ts';
import { normalized } from '../table/entity.ts';
import { pagesOfList } from '../table/list.ts';
import { programPaymentTypes } from '../../shared/programs.ts';

const monthsOfPage = 6;
const maxMonths = 60;

/** Returns six months of payments to a facility, latest first; the cursor is the month of the next page. */
export async function paymentsToFacility(
  facilityId: string,
  from: PeriodId | undefined,
  today: CalendarDate,
) {
  const present = periodOf(today);
  const first = from ?? present;
  const months = Array.from({ length: monthsOfPage }, (_, back) => addPeriods(first, -back));
  const payments = await Promise.all(
    months.flatMap((month) => programPaymentTypes.map(({ id }) => paymentsOfMonth(facilityId, id, month))),
  );
  const next = addPeriods(first, -monthsOfPage);
  return {
    items: payments.flat(),
    totalCount: null,
    nextCursor: next > addPeriods(present, -maxMonths) ? next : null,
  };
}

async function paymentsOfMonth(facilityId: string, program: 1 | 2 | 3, month: PeriodId) {
  const list = paymentsList('facility', { programPaymentTypeId: program, periodId: month });
  const payments: PaymentOf<'facility'>[] = [];
  const beginsWith = `${normalized(facilityId)} #`;
  for await (const { rows } of pagesOfList(list, 'facilityNumber', { beginsWith })) payments.push(...rows);
  // a test partner pays nothing
  return payments
    .filter(({ isTest }) => !isTest)
    .map((payment) => ({
      id: payment.id,
      periodId: payment.periodId,
      partnerName: payment.partnerName,
      numberOfMembersWhoWillBePaid: payment.numberOfMembersWhoWillBePaid,
      duesPaidForOneMember: payment.duesPaidForOneMember,
      amountToBeSent: payment.amountToBeSent,
      status: payment.status,
      statusAt: payment.statusAt,
      steps: payment.reason.steps,
    }));
}
