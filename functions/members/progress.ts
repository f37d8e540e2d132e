import { dateInChicago } from '../../shared/calendar.ts';
import { members } from '../../shared/members/contract.ts';
import { monthsAround, progressOf } from '../../shared/members/progress.ts';
import { loadMemberPayments } from '../accounts/member-payments.ts';
import { loadMemberships } from '../accounts/memberships.ts';
import { handle } from '../platform/handle.ts';
import { visitCounts } from '../visits/store.ts';

export const handler = handle(members.progress, async ({ query, caller, now }) => {
  const today = dateInChicago(now);
  const months = monthsAround(today);
  const memberships = await loadMemberships(caller, query.memberIds, now);
  return Promise.all(
    memberships.map(async ({ member, program, partnerName }) => {
      const [payments, visits] = await Promise.all([
        loadMemberPayments(member, program.programPaymentTypeId, months),
        visitCounts(member.id, months),
      ]);
      return progressOf({ member, program, partnerName, payments, visits }, today);
    }),
  );
});
