import { dateInChicago, type PeriodId } from '../../shared/calendar.ts';
import { reimbursementRowOf, type ReimbursementRow } from '../../shared/accounts/reimbursement-history.ts';
import { memberReimbursements } from '../../shared/payments/payment-status.ts';
import { loadBankAccounts } from '../bank-accounts/account-read-store.ts';
import { visitCounts } from '../visits/store.ts';
import { loadMemberPayments } from './member-payments.ts';
import type { Membership } from './memberships.ts';

/** Loads the reimbursement rows of memberships: payments and visit counts in one round trip. */
export async function loadReimbursements(
  memberships: readonly Membership[],
  periods: readonly PeriodId[],
  now: Date,
): Promise<ReimbursementRow[]> {
  const today = dateInChicago(now);
  const deposits = loadBankAccounts(memberships.flatMap(({ member }) => member.depositPayeeToken ?? []));
  const rows = await Promise.all(
    memberships.map(async ({ member, program }) => {
      const [payments, visits, accounts] = await Promise.all([
        loadMemberPayments(member, program.programPaymentTypeId, periods, [memberReimbursements]),
        visitCounts(member.id, periods),
        deposits,
      ]);
      const refused = new Set(accounts.filter(({ held }) => held).map(({ payeeToken }) => payeeToken));
      return payments.map((payment) =>
        reimbursementRowOf(payment, member, {
          visitCount: visits.get(payment.periodId) ?? 0,
          today,
          isAccountRefused: payment.payeeToken !== null && refused.has(payment.payeeToken),
        }),
      );
    }),
  );
  return rows.flat();
}
