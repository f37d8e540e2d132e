import { setPin } from '../../../functions/users/pin.ts';
import { hasPin } from '../../../functions/users/pin-store.ts';
import { addPoolUser } from '../../../functions/platform/user-pool.ts';
import type { User } from '../../../functions/users/user.ts';
import { transact } from '../../../functions/table/transact.ts';
import { loadUser, newUser, userChange } from '../../../functions/users/store.ts';
import type { SignedInRole } from '../../../shared/roles.ts';
import { demoPassword, demoPin, staff } from './scenario.ts';

type WorkingRole = Exclude<SignedInRole, 'mpsAdmin'>;

/** Creates a user with a login and a record, unless they exist. */
export async function demoPerson(
  person: Pick<User, 'email' | 'firstName' | 'lastName'> & Partial<User> & { role: WorkingRole },
): Promise<User> {
  const id = await addPoolUser({ email: person.email, password: demoPassword, role: person.role });
  const existing = await loadUser(id);
  if (existing) return existing;
  const user = newUser({ ...person, id });
  await transact(...userChange(null, user));
  return user;
}

/** Creates an administrator with a PIN for bank files; the second one confirms requests of the first. */
export async function demoAdmin(which: 'admin' | 'secondAdmin', now: Date): Promise<User> {
  const admin = await demoPerson({ ...staff[which], role: 'systemAdmin' });
  if (!(await hasPin(admin.id))) await setPin(admin.id, demoPin, now);
  return admin;
}

export const demoManager = (partnerId: string): Promise<User> =>
  demoPerson({ ...staff.manager, role: 'partnerManager', partnerId });

export const demoFacilityManager = (facilityId: string): Promise<User> =>
  demoPerson({ ...staff.clubManager, role: 'facilityManager', facilityId });
