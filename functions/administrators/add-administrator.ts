import type { InvitedUser } from '../../shared/users/invited-user.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { addUser } from '../users/add-user.ts';
import { newLink, tokenOf } from '../users/emailed-link.ts';
import type { User } from '../users/user.ts';
import { administratorChange } from './store.ts';

/** What an administrator was added as, in the invitation email. */
export const administratorPlace = {
  subject: 'Administer Wellport',
  place: 'an administrator of Wellport',
};

/**
 * Adds an administrator whose password nobody has set, or makes a new link for one. Refuses ('conflict') an address
 * that signs in.
 *
 * @param who the administrator who invites, or the operator of the deployment
 * @returns the record, and the token that the address of the link ends in
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
