import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { listFacilityManagers, facilityManagerChange, loadFacilityManager } from '../manager-store.ts';
import { loadFacility } from '../store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { emailAccessChange, invitationEmail } from '../../users/invitation-email.ts';
import { addUser, creatorNames, listedUserOf } from '../../users/store.ts';
import { newLink, sendLink, tokenOf } from '../../users/emailed-link.ts';
import { agreementNumber } from '../../../shared/facilities/facility.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMemberFor } from '../../members/reach.ts';
import { addPeriods, dateInChicago, periodOf } from '../../../shared/calendar.ts';
import { returned } from '../../../shared/payments/payment.ts';
import { lastReportingDay } from '../../../shared/periods/period.ts';
import { loadAccountAt } from '../../bank-accounts/account-read-store.ts';
import { countOpenReports } from '../../visits/report-store.ts';
import { visitsOfFacility } from '../../visits/visit-tally-store.ts';
import { redemptionsPage } from '../../vouchers/redemption-store.ts';
import { paymentsToFacility } from '../facility-payment-store.ts';
import { ownFacilityId } from '../../users/caller.ts';
import { pageOfMembers } from '../../members/member-row-store.ts';
import { monthlyVisits } from '../../visits/store.ts';
import { removeFacilityManager } from '../remove-manager.ts';

export const managersHandler = handle(facilities.managers, async ({ params: { facilityId } }) => {
  await loadFacility(facilityId);
  return listFacilityManagers(facilityId);
});

export const inviteManagerHandler = handle(
  facilities.inviteManager,
  async ({ params: { facilityId }, body, caller, now }) => {
    const who = caller.userId;
    const facility = await loadFacility(facilityId);
    const { secret, link } = newLink('user invitation', body.email, now);
    const added = { role: 'facilityManager', facilityId, ...body, createdBy: who } as const;
    const { before, after } = await addUser(added, link);
    const subject = `facility ${facilityId}`;
    await transact(
      ...facilityManagerChange(facilityId, before, after),
      auditWrite(
        { name: 'facility manager invited', subject, who, after: { manager: after.id, ...body } },
        now,
      ),
    );
    const role = {
      subject: `Manage ${facility.name} on Wellport`,
      roleLabel: `the manager of ${facility.name}`,
    };
    await sendLink(invitationEmail(after, role, tokenOf(after.id, secret)));
    const what = `invited ${after.firstName} ${after.lastName} (${after.email}) as a manager of ${facility.name}`;
    await emailAccessChange(caller, { facilityId, what, except: after.email });
    const message = `The invitation was emailed to ${after.email}.`;
    return { success: true, message, data: listedUserOf(after, await creatorNames(after)) };
  },
);

export const memberHandler = handle(facilities.member, async ({ query, caller }) => {
  const { facilityId } = await loadMemberFor(caller, query.memberId);
  if (!facilityId) throw new Refusal('not-found', 'This membership is not enrolled at a club.');
  const facility = await loadFacility(facilityId);
  return { description: facility.description, afNumber: agreementNumber(facility) };
});

export const ownHomeHandler = handle(facilities.ownHome, async ({ caller, now }) => {
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

export const ownMembersHandler = handle(facilities.ownMembers, async ({ query, caller, now }) => {
  const page = await pageOfMembers(ownFacilityId(caller), query);
  const visits = await monthlyVisits(
    page.items.map(({ memberId }) => memberId),
    periodOf(dateInChicago(now)),
  );
  return {
    ...page,
    items: page.items.map((row) => ({ ...row, visitsThisMonth: visits.get(row.memberId) ?? 0 })),
  };
});

export const removeManagerHandler = handle(
  facilities.removeManager,
  async ({ params: { facilityId, managerId }, caller, now }) => {
    const user = await loadFacilityManager(facilityId, managerId);
    await removeFacilityManager(user, caller, now);
    return { success: true, message: `${user.firstName} ${user.lastName} can no longer log in.` };
  },
);
