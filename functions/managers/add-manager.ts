import type { EmailedLink } from '../../shared/managers/emailed-link.ts';
import type { InvitedManager } from '../../shared/managers/manager.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadPartner } from '../partners/store.ts';
import { addPersonWithoutPassword } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { findUserByEmail, newUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { managerChange } from './store.ts';

/** Is this what an earlier call for the same partner left half-way, or an invitation nobody accepted? */
const isUnfinished = (user: User, partnerId: string): boolean =>
  user.role === 'partnerManager' &&
  user.partnerId === partnerId &&
  user.awaitsPassword === true &&
  !user.disabled;

/**
 * Adds a manager whose password nobody has set, or goes on with one. Refuses ('conflict') an address that signs in.
 * The pool is asked first and again at a repetition; only whoever wrote the record may set a password.
 */
export async function addManager(
  { partnerId, firstName, lastName, email }: InvitedManager,
  emailedLink: EmailedLink | undefined,
  who: string,
  now: Date,
): Promise<User> {
  await loadPartner(partnerId);
  const before = (await findUserByEmail(email)) ?? null;
  if (before && !isUnfinished(before, partnerId))
    throw new Refusal(
      'conflict',
      'Email must be unique. Someone logs in with this address already.',
      'email',
    );
  const role = 'partnerManager';
  const id = before?.id ?? (await addPersonWithoutPassword({ email, role }));
  const after = newUser({
    ...before,
    id,
    role,
    email,
    firstName,
    lastName,
    partnerId,
    awaitsPassword: true,
    emailedLink,
  });
  await transact(
    ...managerChange(before, after),
    auditWrite(
      {
        name: emailedLink ? 'manager invited' : 'manager created',
        subject: `partner ${partnerId}`,
        who,
        after: { manager: id, firstName, lastName, email },
      },
      now,
    ),
  );
  return { ...after, version: (before?.version ?? 0) + 1 };
}
