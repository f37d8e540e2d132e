import { addPerson } from '../../../functions/platform/people.ts';
import type { User } from '../../../functions/platform/caller.ts';
import { transact } from '../../../functions/table/table.ts';
import { loadUser, newUser, userChange } from '../../../functions/users/store.ts';
import type { SignedInRole } from '../../../shared/roles.ts';

export const demoPassword = 'Wellport2026';

type WorkingRole = Exclude<SignedInRole, 'mpsAdmin'>;

/** Gives somebody a sign-in and a record, unless they have both. */
export async function demoPerson(
  person: Pick<User, 'email' | 'firstName' | 'lastName'> & Partial<User> & { role: WorkingRole },
): Promise<User> {
  const id = await addPerson({ email: person.email, password: demoPassword, role: person.role });
  const known = await loadUser(id);
  if (known) return known;
  const user = newUser({ ...person, id });
  await transact(...userChange(null, user));
  return user;
}
