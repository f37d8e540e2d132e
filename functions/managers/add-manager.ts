import type { InvitedManager } from '../../shared/managers/manager.ts';
import type { EmailedLink } from '../../shared/users/emailed-link.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { addUser } from '../users/add-user.ts';
import type { User } from '../users/user.ts';
import { managerChange } from './store.ts';

/** Adds a manager without a password, or resumes adding one. Throws ('conflict') if the email already has a login. */
export async function addManager(
  { partnerId, firstName, lastName, email }: InvitedManager,
  emailedLink: EmailedLink | undefined,
  who: string,
  now: Date,
): Promise<User> {
  const added = { role: 'partnerManager', email, firstName, lastName, partnerId } as const;
  const { before, after } = await addUser(added, emailedLink);
  await transact(
    ...managerChange(before, after),
    auditWrite(
      {
        name: emailedLink ? 'manager invited' : 'manager created',
        subject: `partner ${partnerId}`,
        who,
        after: { manager: after.id, firstName, lastName, email },
      },
      now,
    ),
  );
  return { ...after, version: (before?.version ?? 0) + 1 };
}
