import { removalStep } from '../../shared/administrators/administrator.ts';
import { showMoment } from '../../shared/calendar.ts';
import { Refusal } from '../../shared/refusal.ts';
import { removePoolUser } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import type { Change } from '../table/write.ts';
import { nameOf, type Caller } from '../users/caller.ts';
import { poolIdOf, type User } from '../users/user.ts';
import { notifyOfAdministrators } from './notify-administrators.ts';
import { confirmingAt } from './second-person.ts';
import { administratorChange, listAdministratorUsers, loadAdministrator, stillConfirms } from './store.ts';

export const labelOf = ({ firstName, lastName, email }: User): string =>
  `${firstName} ${lastName} (${email})`;

export interface Remover {
  who: string;
  now: Date;
  /** Conditions on the remover. */
  conditions: readonly Change[];
}

/** Stores a requested removal, or without one, deletes the request. */
export async function saveRemoval(
  user: User,
  removal: User['removal'],
  { who, now, conditions }: Remover,
): Promise<void> {
  const name = removal ? 'administrator removal requested' : 'administrator removal canceled';
  await transact(
    ...administratorChange(user, { ...user, removal }),
    ...conditions,
    auditWrite({ name, subject: `user ${user.id}`, who, before: user.removal, after: removal }, now),
  );
}

/**
 * Removes an administrator and the login. The record first: it invalidates all tokens, and a repeated call resumes here.
 *
 * @param message reason in the email to all administrators and the removed one
 */
export async function removeNow(user: User, message: string, remover: Remover): Promise<void> {
  const { who, now, conditions } = remover;
  const { firstName, lastName, email } = user;
  if (!user.removal?.isFinal)
    await transact(
      ...administratorChange(user, {
        ...user,
        disabled: true,
        awaitsApproval: undefined,
        emailedLink: undefined,
        removal: {
          requestedBy: who,
          requestedAt: now.toISOString(),
          effectiveAt: null,
          ...user.removal,
          isFinal: true,
        },
      }),
      ...conditions,
      auditWrite(
        {
          name: 'administrator removed',
          subject: `user ${user.id}`,
          who,
          before: { firstName, lastName, email, requestedBy: user.removal?.requestedBy },
        },
        now,
      ),
    );
  await removePoolUser(poolIdOf(user));
  await transact(...administratorChange(await loadAdministrator(user.id), null));
  const isInvited = user.awaitsPassword ?? false;
  await notifyOfAdministrators('Wellport administrator removed', message, ...(isInvited ? [] : [user]));
}

/**
 * Takes the next step of a removal by an administrator who can confirm, and emails all administrators.
 *
 * @returns the message for the caller
 */
export async function removeAdministrator(user: User, caller: Caller, now: Date): Promise<string> {
  const { userId } = caller;
  const next = removalStep(user, userId, await listAdministratorUsers(), confirmingAt(now));
  const remover = { who: userId, now, conditions: [stillConfirms(userId)] };
  const label = labelOf(user);
  if (next.step === 'request') {
    await saveRemoval(user, next.removal, remover);
    const { effectiveAt } = next.removal;
    const effect = effectiveAt
      ? `It becomes effective after 72 hours on ${showMoment(effectiveAt)} unless ${user.firstName} objects.`
      : 'It becomes effective when another administrator approves it.';
    await notifyOfAdministrators(
      'Removal of a Wellport administrator requested',
      `${nameOf(caller)} asked to remove ${label} as an administrator. ${effect} ${user.firstName} can object under Administrators, and cannot confirm payments or create access until then.`,
      user,
    );
    return `The removal was requested. ${effect}`;
  }
  await removeNow(
    user,
    next.step === 'withdraw'
      ? `${nameOf(caller)} withdrew the invitation of ${label} as an administrator.`
      : `${label} is no longer an administrator. ${nameOf(caller)} approved the removal.`,
    remover,
  );
  return `${user.firstName} ${user.lastName} can no longer log in.`;
}

/** Returns the requested removal. Throws ('conflict') without one that can be canceled. */
export function requireRemoval({ removal }: User): NonNullable<User['removal']> {
  if (!removal || removal.isFinal)
    throw new Refusal('conflict', 'There is no requested removal. Reload to see the changes.');
  return removal;
}
