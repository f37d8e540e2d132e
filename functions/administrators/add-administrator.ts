import { Refusal } from '../../shared/refusal.ts';
import type { InvitedUser } from '../../shared/users/invited-user.ts';
import { isLinkOpen } from '../../shared/users/emailed-link.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { addUser, findUserByEmail } from '../users/store.ts';
import { newLink, tokenOf } from '../users/emailed-link.ts';
import type { User } from '../users/user.ts';
import { administratorChange } from './store.ts';

const waits = 'This invitation waits for the approval of another administrator.';

/** Role in the invitation email. */
export const administratorRole = {
  subject: 'Administer Wellport',
  roleLabel: 'an administrator of Wellport',
};

/**
 * Adds an administrator without a password, or replaces the link of an existing one. Throws ('conflict') if the email
 * already has a login or its invitation waits for approval.
 *
 * @param who the inviting administrator, or the operator of the deployment
 * @param isApproved false disables a new administrator, or one whose link expired, until a second administrator approves
 * @returns the record and the token of the link; no token before the approval
 */
export async function addAdministrator(
  form: InvitedUser,
  who: string,
  now: Date,
  isApproved = true,
): Promise<{ user: User; token: string | undefined }> {
  if ((await findUserByEmail(form.email))?.awaitsApproval) throw new Refusal('conflict', waits, 'email');
  const { secret, link } = newLink('user invitation', form.email, now);
  const createdBy = who === 'operator' ? undefined : who;
  const added = await addUser({ role: 'systemAdmin', ...form, createdBy }, link);
  const { before } = added;
  const wasApproved = before?.emailedLink !== undefined && isLinkOpen(before.emailedLink, now);
  const isWaiting = !isApproved && !wasApproved;
  const isFirst = who === 'operator' && before?.administratorSince === undefined;
  const after: User = {
    ...added.after,
    ...(!isFirst && { administratorSince: now.toISOString() }),
    ...(isWaiting && {
      disabled: true,
      emailedLink: undefined,
      awaitsApproval: { invitedBy: who, invitedAt: now.toISOString() },
    }),
  };
  await transact(
    ...administratorChange(before, after),
    auditWrite({ name: 'administrator invited', subject: `user ${after.id}`, who, after: { ...form } }, now),
  );
  return { user: after, token: isWaiting ? undefined : tokenOf(after.id, secret) };
}
