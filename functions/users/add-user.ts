import { Refusal } from '../../shared/refusal.ts';
import type { EmailedLink } from '../../shared/users/emailed-link.ts';
import { addPersonWithoutPassword } from '../platform/user-pool.ts';
import { findUserByEmail, newUser } from './store.ts';
import type { User } from './user.ts';

type AddedUser = Pick<User, 'role' | 'email' | 'firstName' | 'lastName'> &
  Partial<Pick<User, 'partnerId' | 'facilityId'>> & { createdBy: string | undefined };

/** Reports whether the user was left incomplete by an earlier call or has not accepted an invitation. */
const isUnfinished = (user: User, added: AddedUser): boolean =>
  user.role === added.role &&
  user.partnerId === (added.partnerId ?? null) &&
  user.facilityId === (added.facilityId ?? null) &&
  user.awaitsPassword === true &&
  !user.disabled;

/**
 * Creates a login without a password, or continues an incomplete one, and returns the record before and after for the
 * caller's transaction. Throws 'conflict' for an address with a login. The pool is called first and again on a repetition;
 * only the caller that wrote the record may set a password.
 */
export async function addUser(
  added: AddedUser,
  emailedLink: EmailedLink | undefined,
): Promise<{ before: User | null; after: User }> {
  const { email, role } = added;
  const before = (await findUserByEmail(email)) ?? null;
  if (before && !isUnfinished(before, added))
    throw new Refusal(
      'conflict',
      'Email must be unique. Someone already logs in with this address.',
      'email',
    );
  const id = before?.id ?? (await addPersonWithoutPassword({ email, role }));
  return {
    before,
    after: newUser({
      ...before,
      ...added,
      createdBy: before?.createdBy ?? added.createdBy,
      id,
      awaitsPassword: true,
      emailedLink,
      emailProblem: undefined,
    }),
  };
}
