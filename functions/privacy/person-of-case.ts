import type { PrivacyCase } from '../../shared/privacy/privacy-case.ts';
import { loadUser } from '../users/store.ts';

/** Returns the name by which a requester is found: the current address of the login, a member ID, or the address. */
export async function personOf({ userId, memberIds, email }: PrivacyCase): Promise<string> {
  const user = userId === null ? undefined : await loadUser(userId);
  return user?.email ?? memberIds[0] ?? email;
}
