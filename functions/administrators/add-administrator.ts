import type { InvitedUser } from '../../shared/users/invited-user.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { addUser } from '../users/add-user.ts';
import { newLink, tokenOf } from '../users/emailed-link.ts';
import type { User } from '../users/user.ts';
import { administratorChange } from './store.ts';

/** Role in the invitation email. */
export const administratorRole = {
  subject: 'Administer Wellport',
  roleLabel: 'an administrator of Wellport',
};

/**
 * Adds an administrator without a password, or replaces the link of an existing one. Throws ('conflict') if the email
 * already has a login.
 *
 * @param who the inviting administrator, or the operator of the deployment
 * @returns the record and the token of the link
 */
export async function addAdministrator(
  form: InvitedUser,
  who: string,
  now: Date,
): Promise<{ user: User; token: string }> {
  const { secret, link } = newLink('user invitation', form.email, now);
  const added = await addUser({ role: 'systemAdmin', ...form }, link);
  const { before } = added;
  const isFirst = who === 'operator' && before?.administratorSince === undefined;
  const after: User = { ...added.after, ...(!isFirst && { administratorSince: now.toISOString() }) };
  await transact(
    ...administratorChange(before, after),
    auditWrite({ name: 'administrator invited', subject: `user ${after.id}`, who, after: { ...form } }, now),
  );
  return { user: after, token: tokenOf(after.id, secret) };
}
