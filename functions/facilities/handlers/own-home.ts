import { addPeriods, dateInChicago, periodOf } from '../../../shared/calendar.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { returned } from '../../../shared/payments/payment-status.ts';
import { lastReportingDay } from '../../../shared/periods/period.ts';
import { loadAccountAt } from '../../bank-accounts/account-read-store.ts';
import { handle } from '../../handle.ts';
import { countOpenReports } from '../../visits/report-store.ts';
import { visitsOfFacility } from '../../visits/visit-tally-store.ts';
import { redemptionsPage } from '../../vouchers/redemption-store.ts';
import { paymentsToFacility } from '../facility-payment-store.ts';
import { ownFacilityId } from '../own-facility.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.ownHome, async ({ caller, now }) => {
  const facilityId = ownFacilityId(caller);
  const today = dateInChicago(now);
  const present = periodOf(today);
  const months = [present, addPeriods(present, -1)].filter((month) => lastReportingDay(month) >= today);
  const [{ name, payeeToken }, visits, openReports, redeemed, paid] = await Promise.all([
    loadFacility(facilityId),
    Promise.all(months.map((month) => visitsOfFacility(facilityId, month))),
    countOpenReports(facilityId),
    redemptionsPage(facilityId, present, {}),
    paymentsToFacility(facilityId, undefined, today),
  ]);
  return {
    facilityName: name,
    months: months.map((periodId, index) => ({
      periodId,
      visits: visits[index] ?? 0,
      until: lastReportingDay(periodId),
    })),
    openReports,
    redemptions: { count: redeemed.totalCount ?? 0, amount: redeemed.totalAmount },
    payment: newestPayment(paid.items),
    account: await accountOf(payeeToken, now),
  };
});

type Paid = Awaited<ReturnType<typeof paymentsToFacility>>['items'];

function newestPayment(paid: Paid) {
  const [newest] = paid;
  if (!newest) return null;
  const ofMonth = paid.filter(({ periodId }) => periodId === newest.periodId);
  return {
    periodId: newest.periodId,
    count: ofMonth.length,
    amount: ofMonth.reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0),
    isReturned: ofMonth.some(({ status }) => status === returned),
  };
}

async function accountOf(payeeToken: string | null, now: Date) {
  const account = payeeToken === null ? undefined : await loadAccountAt(payeeToken, now);
  if (!account) return { state: 'missing' as const, lastFour: '' };
  return { state: account.held ? ('refused' as const) : ('usable' as const), lastFour: account.lastFour };
}
