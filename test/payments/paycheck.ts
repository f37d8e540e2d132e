import { groupMembershipEntity, loadGroupMembership } from '../../functions/group-memberships/store.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { Refusal } from '../../shared/refusal.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import type { World } from '../support/world.ts';

export async function setTerms(partnerId: string, terms: Partial<GroupMembership>): Promise<void> {
  const before = await loadGroupMembership(partnerId);
  if (!before) throw new Error(`partner ${partnerId} has no program`);
  await transact(
    ...change(
      groupMembershipEntity,
      before,
      { ...before, ...terms },
      { lost: new Refusal('conflict', 'lost') },
    ),
  );
}

export const byPaycheckTerms: Partial<GroupMembership> = {
  programPaymentTypeId: 3,
  memberDuesAmount: 30_00,
  memberReimbursementTypeId: 8,
  memberReimbursementAmount: 25_00,
  numberOfVisitsToReimburse: 12,
};

export async function generateForMembers(world: World, paymentTypeID: number, periodID: string) {
  const body = { programTypeID: 3, paymentTypeID, partnerID: '2', periodID };
  const begun = await call(payments.generateMemberPayments, world.admin, { body });
  return runJob(begun.body.jobId);
}
