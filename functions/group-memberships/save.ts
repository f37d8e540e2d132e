import { dateInChicago } from '../../shared/calendar.ts';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { judgeProgram, programOf } from '../../shared/group-memberships/program-terms.ts';
import { programPaymentTypeName } from '../../shared/programs.ts';
import { membershipCounts } from '../members/membership-count.ts';
import { loadPartner } from '../partners/store.ts';
import { handle } from '../platform/handle.ts';
import { addGroupMembership } from './store.ts';

export const handler = handle(groupMemberships.save, async ({ body, caller, now }) => {
  const partner = await loadPartner(body.partnerId);
  const { used, waiting } = await membershipCounts(partner.id);
  const program = programOf(body, undefined);
  judgeProgram(undefined, program, {
    today: dateInChicago(now),
    membersAdded: used,
    anybodyInvitedOrEnrolled: used > waiting,
  });
  await addGroupMembership(partner, program, caller.userId, now);
  return {
    success: true,
    message: `The ${programPaymentTypeName(program.programPaymentTypeID)} program is created.`,
    data: { ...program, version: program.version + 1 },
  };
});
