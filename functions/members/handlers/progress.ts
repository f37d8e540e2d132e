import { dateInChicago } from '../../../shared/calendar.ts';
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
  const deposits = loadBankAccounts(memberships.flatMap(({ member }) => member.depositPayeeToken ?? []));
  return Promise.all(
    memberships.map(async ({ member, program, partnerName }) => {
      const [payments, visits, accounts] = await Promise.all([
        loadMemberPayments(member, program.programPaymentTypeId, months),
        visitCounts(member.id, months),
        deposits,
      ]);
      const deposit = accounts.find(({ payeeToken }) => payeeToken === member.depositPayeeToken);
      const isDepositAccountRefused = Boolean(deposit?.held);
      return progressOf({ member, program, partnerName, payments, visits, isDepositAccountRefused }, today);
    }),
  );
});
