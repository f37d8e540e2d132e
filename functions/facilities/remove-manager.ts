import { removePoolUser } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import type { Caller } from '../users/caller.ts';
import { emailAccessChange } from '../users/invitation-email.ts';
import { poolIdOf, type User } from '../users/user.ts';
import { facilityManagerChange, loadFacilityManager } from './manager-store.ts';
import { loadFacility } from './store.ts';

/**
 * Removes a manager of a facility and the login, and emails the users responsible. The record first: it invalidates all
 * tokens, and a repeated call resumes here.
 */
export async function removeFacilityManager(user: User, caller: Caller, now: Date): Promise<void> {
  const { id, firstName, lastName, email, facilityId } = user;
  const facility = await loadFacility(facilityId ?? '');
  if (!user.disabled)
    await transact(
      ...facilityManagerChange(facility.id, user, { ...user, disabled: true, emailedLink: undefined }),
      auditWrite(
        {
          name: 'facility manager removed',
          subject: `facility ${facility.id}`,
          who: caller.userId,
          before: { manager: id, firstName, lastName, email },
        },
        now,
      ),
    );
  await removePoolUser(poolIdOf(user));
  await transact(...facilityManagerChange(facility.id, await loadFacilityManager(facility.id, id), null));
  const what = `removed ${firstName} ${lastName} (${email}) as a manager of ${facility.name}`;
  await emailAccessChange(caller, { facilityId: facility.id, what, isRemoval: true });
}
