import {
  managersAllowed,
  type ListedManager,
  type Manager,
  type InvitedManager,
} from '../../shared/managers/manager.ts';
import { Refusal } from '../../shared/refusal.ts';
import { forbidden, type Caller } from '../users/caller.ts';
import type { Change } from '../table/write.ts';
import { lists } from '../table/keys.ts';
import { loadUser, creatorNames, listedUserChange, listedUserOf, usersIn, addUser } from '../users/store.ts';
import { hasLeft } from '../users/sign-on-store.ts';
import { accessOf, type User } from '../users/user.ts';
import type { EmailedLink } from '../../shared/users/emailed-link.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import type { Partner } from '../../shared/partners/partner.ts';

export const managerVersionOf = ({ managerVersion }: User): number => managerVersion ?? 0;

export const listedManagerOf = (user: User, names: ReadonlyMap<string, string>): ListedManager => ({
  ...listedUserOf(user, names),
  access: accessOf(user) ?? 'full',
});

/** Returns a user as a manager on the wire. */
export const managerOf = async (user: User): Promise<Manager> => ({
  ...listedManagerOf(user, await creatorNames(user)),
  partnerId: user.partnerId ?? '',
  newEmail: user.emailedLink?.purpose === 'new email' ? user.emailedLink.email : null,
  version: managerVersionOf(user),
});

export const listManagers = (partnerId: string): Promise<User[]> =>
  usersIn(lists.managers(partnerId), managersAllowed);

export async function loadManager(id: string): Promise<User> {
  const user = await loadUser(id);
  if (user?.role !== 'partnerManager') throw new Refusal('not-found', 'Manager not found.');
  return user;
}

/** Returns the writes that change a manager's record; new ones count toward the partner's maximum. */
export const managerChange = (before: User | null, after: User | null): Change[] =>
  listedUserChange(before, after, {
    list: lists.managers(after?.partnerId ?? before?.partnerId ?? ''),
    atMost: managersAllowed,
    full: `A partner can have at most ${managersAllowed} managers.`,
  });

/** Allows administrators to access any manager, and managers only themselves. */
export function requireSelf({ role, userId }: Caller, managerId: string): void {
  if (role !== 'systemAdmin' && userId !== managerId) throw forbidden();
}

/** Adds a manager without a password, or resumes adding one. Throws ('conflict') if the email already has a login. */
export async function addManager(
  { partnerId, firstName, lastName, email, access }: InvitedManager,
  emailedLink: EmailedLink | undefined,
  who: string,
  now: Date,
): Promise<User> {
  const added = { role: 'partnerManager', email, firstName, lastName, partnerId, createdBy: who } as const;
  if (await hasLeft(added))
    throw new Refusal(
      'conflict',
      'The directory of the partner ended the access of this person. Activate the person there, then add the manager.',
      'email',
    );
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

/** Returns the managers whose access was not ended, by a removal or by the directory. */
export async function currentManagers(partnerId: string): Promise<User[]> {
  const users = await listManagers(partnerId);
  const former = await Promise.all(users.map(hasLeft));
  return users.filter(({ disabled }, index) => !disabled && !former[index]);
}

/** Returns the distinct emails of the partner's contact and current managers. */
export async function notificationEmails(partner: Partner): Promise<string[]> {
  const managers = await currentManagers(partner.id);
  const all = [partner.email, ...managers.map(({ email }) => email)].map((email) => email.toLowerCase());
  return [...new Set(all)];
}
