import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { mayBeDebited } from '../../../shared/bank-files/debit-authorization.ts';
import { dateInChicago, type CalendarDate } from '../../../shared/calendar.ts';
import { members } from '../../../shared/contracts/members.ts';
import { monthsAround, progressOf } from '../../../shared/accounts/progress.ts';
import { loadMemberPayments } from '../../accounts/member-payments.ts';
import { loadMemberships } from '../../accounts/memberships.ts';
import { loadBankAccounts } from '../../bank-accounts/account-read-store.ts';
import { handle } from '../../handle.ts';
import { visitCounts } from '../../visits/store.ts';

export const handler = handle(members.progress, async ({ query, caller, now }) => {
  const today = dateInChicago(now);
  const months = monthsAround(today);
  const memberships = await loadMemberships(caller, query.memberIds, now);
  const tokens = memberships.flatMap(({ member }) => [member.withdrawalPayeeToken, member.depositPayeeToken]);
  const stored = loadBankAccounts([...new Set(tokens.filter((token) => token !== null))]);
  return Promise.all(
    memberships.map(async ({ member, program, partnerName }) => {
      const [payments, visits, accounts] = await Promise.all([
        loadMemberPayments(member, program.programPaymentTypeId, months),
        visitCounts(member.id, months),
        stored,
      ]);
      const deposit = accounts.find(({ payeeToken }) => payeeToken === member.depositPayeeToken);
      const isDepositAccountRefused = Boolean(deposit?.held);
      const withdrawal = accounts.find(({ payeeToken }) => payeeToken === member.withdrawalPayeeToken);
      const isDebitAllowed = (date: CalendarDate) =>
        mayBeDebited(withdrawal && accountAt(withdrawal, now), date);
      return progressOf(
        { member, program, partnerName, payments, visits, isDepositAccountRefused, isDebitAllowed },
        today,
      );
    }),
  );
});
