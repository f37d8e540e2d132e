import type { InvitedManager } from '../../shared/managers/manager.ts';
import type { EmailedLink } from '../../shared/users/emailed-link.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { addUser } from '../users/add-user.ts';
import { accessOf, type User } from '../users/user.ts';
import { managerChange } from './store.ts';

/** Adds a manager without a password, or resumes adding one. Throws ('conflict') if the email already has a login. */
export async function addManager(
  { partnerId, firstName, lastName, email, access }: InvitedManager,
  emailedLink: EmailedLink | undefined,
  who: string,
  now: Date,
): Promise<User> {
  const added = { role: 'partnerManager', email, firstName, lastName, partnerId, createdBy: who } as const;
  const { before, after: user } = await addUser(added, emailedLink);
  // an invitation that is sent again leaves the access as it is
  const after = access === undefined ? user : { ...user, managerAccess: access };
  await transact(
    ...managerChange(before, after),
    auditWrite(
      {
        name: emailedLink ? 'manager invited' : 'manager created',
        subject: `partner ${partnerId}`,
        who,
        after: { manager: after.id, firstName, lastName, email, access: accessOf(after) },
      },
      now,
    ),
  );
  return { ...after, version: (before?.version ?? 0) + 1 };
}
