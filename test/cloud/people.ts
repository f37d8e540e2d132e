import type { SignedInRole } from '../../shared/roles.ts';
import { newId } from '../../infra/local/tools/time-and-chance.ts';

export const password = 'Wellport2026';

/** Adds a user to the deployed pool and table with the portal's own code. */
export async function addSomebody(email: string, role: Exclude<SignedInRole, 'mpsAdmin'>): Promise<void> {
  const { addPoolUser } = await import('../../functions/platform/user-pool.ts');
  const { newUser, userChange } = await import('../../functions/users/store.ts');
  const { transact } = await import('../../functions/table/transact.ts');
  const id = await addPoolUser({ email, password, role });
  await transact(...userChange(null, newUser({ id, role, email, firstName: 'Robin', lastName: newId() })));
}
