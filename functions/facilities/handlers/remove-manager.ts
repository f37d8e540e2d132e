import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { removePoolUser } from '../../platform/user-pool.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { poolIdOf } from '../../users/user.ts';
import { facilityManagerChange, loadFacilityManager } from '../manager-store.ts';

// The record first: from then on no token is accepted, and a repeated request continues here.
export const handler = handle(
  facilities.removeManager,
  async ({ params: { facilityId, managerId }, caller: { userId: who }, now }) => {
    const user = await loadFacilityManager(facilityId, managerId);
    const { firstName, lastName, email } = user;
    const before = { manager: managerId, firstName, lastName, email };
    const subject = `facility ${facilityId}`;
    if (!user.disabled)
      await transact(
        ...facilityManagerChange(facilityId, user, { ...user, disabled: true, emailedLink: undefined }),
        auditWrite({ name: 'facility manager removed', subject, who, before }, now),
      );
    await removePoolUser(poolIdOf(user));
    await transact(
      ...facilityManagerChange(facilityId, await loadFacilityManager(facilityId, managerId), null),
    );
    return { success: true, message: `${firstName} ${lastName} can no longer log in.` };
  },
);
