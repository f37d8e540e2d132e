import { Refusal } from '../../shared/refusal.ts';
import { type EmailedLink, isLinkOpen } from '../../shared/users/emailed-link.ts';
import { newToken } from '../platform/digest.ts';
import { AddressRefused, sendEmail } from '../platform/email.ts';
import { changePoolEmail, setPassword } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { endSessions, sessionsEnded } from '../users/end-sessions.ts';
import { hasSignIn, loadUserNames, creatorNames } from '../users/store.ts';
import { poolIdOf, type User, hasTwoFactors, accessOf } from '../users/user.ts';
import { emailChangedEmail, changeManager } from './manager-emails.ts';
import {
  loadManager,
  managerVersionOf,
  listedManagerOf,
  listManagers,
  managerChange,
  managerOf,
  requireSelf,
  addManager,
} from './store.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { clientsPerOwner } from '../../shared/integrations/api-client.ts';
import { managerAccessNames } from '../../shared/managers/manager-access.ts';
import { reviewDueOn } from '../../shared/managers/access-review.ts';
import { formerUser } from '../../shared/users/names.ts';
import { handle } from '../handle.ts';
import { listApiClients } from '../integrations/api-call-store.ts';
import { loadPartner } from '../partners/store.ts';
import { removeManager } from './remove-manager.ts';
import { accessReviewOf, accessReviewChange } from './access-review-store.ts';
import { nameOf } from '../users/caller.ts';
import { newLink, openLink, tokenOf, sendLink } from '../users/emailed-link.ts';
import { emailAccessChange, invitationEmail } from '../users/invitation-email.ts';
import { requireSafePassword } from '../users/password-check.ts';
import { mayUsePassword, requireProviderOf } from '../users/sign-on-store.ts';
import { announce, announceAll } from '../single-sign-on/announce.ts';
import { beginOnce } from '../jobs/begin.ts';
import { scheduledTime, type ScheduleEvent } from '../platform/clock.ts';
import { withSettings } from '../table/deployed-settings.ts';

/**
 * Restores the email before the change that created the link, and before all later changes, and invalidates the
 * password, which an intruder may know. Throws 'conflict' if another user has the email. The link remains valid until
 * all steps succeed.
 *
 * @returns the message for the user
 */
async function revertEmail(user: User, link: EmailedLink, now: Date): Promise<string> {
  const { email } = link;
  const isStored = user.email === email;
  const replacedEmail = isStored ? link.oldEmail : user.email;
  if (!isStored) {
    if (await hasSignIn(email))
      throw new Refusal(
        'conflict',
        'Another user now logs in with your earlier email. Nothing was changed. Contact us.',
      );
    await transact(
      ...sessionsEnded(user, undefined, {
        email,
        managerVersion: managerVersionOf(user) + 1,
        revertLink: { ...link, oldEmail: replacedEmail },
      }),
      auditWrite(
        {
          name: 'manager email reverted',
          subject: `partner ${user.partnerId}`,
          who: user.id,
          before: { manager: user.id, email: user.email },
          after: { email },
        },
        now,
      ),
    );
  }
  // the password first, so that an intruder cannot log in if the next step fails; the pool requires a digit
  await setPassword(poolIdOf(user), `${newToken()}0`);
  await changePoolEmail(poolIdOf(user), email);
  try {
    if (replacedEmail) await sendEmail(emailChangedEmail(user.firstName, replacedEmail));
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
  }
  await endSessions(await loadManager(user.id), { revertLink: undefined });
  return 'Your earlier email is restored. If you log in with a password, select "Forgot password?" to choose a new one.';
}

const lastUsedAt = ({ sessions }: User): string | null =>
  sessions.length === 0
    ? null
    : new Date(Math.max(...sessions.map(({ activeAt }) => activeAt)) * 1000).toISOString();

export const accessReviewHandler = handle(managers.accessReview, async ({ params: { partnerId }, now }) => {
  await loadPartner(partnerId);
  const [users, { items }, record] = await Promise.all([
    listManagers(partnerId),
    listApiClients({ ownerKind: 'partner', ownerId: partnerId }, { pageSize: clientsPerOwner }),
    accessReviewOf(partnerId, now),
  ]);
  const clients = items.filter(({ revokedAt }) => revokedAt === null);
  const names = new Map([
    ...(await creatorNames(...users)),
    ...(await loadUserNames(clients.map(({ createdBy }) => createdBy))),
  ]);
  const dueOn = reviewDueOn(record);
  return {
    managers: users.map((user) => ({
      ...listedManagerOf(user, names),
      lastUsedAt: lastUsedAt(user),
      hasSecondFactor: hasTwoFactors(user),
    })),
    clients: clients.map(({ id, name, scopes, expiresOn, createdBy }) => ({
      id,
      name,
      scopes,
      expiresOn,
      createdByName: names.get(createdBy) ?? formerUser,
    })),
    reviewedOn: record.reviewedOn,
    reviewedBy: record.reviewedBy,
    dueOn,
    isDue: dueOn <= dateInChicago(now),
    version: record.version,
  };
});

export const confirmAccessReviewHandler = handle(
  managers.confirmAccessReview,
  async ({ params: { partnerId }, body: { version }, caller, now }) => {
    await loadPartner(partnerId);
    const before = await accessReviewOf(partnerId, now);
    if (before.version !== version)
      throw new Refusal('conflict', 'Someone else reviewed the access. Reload to see the result.');
    const after = { ...before, reviewedOn: dateInChicago(now), reviewedBy: nameOf(caller) };
    await transact(
      ...accessReviewChange(before, after),
      auditWrite({ name: 'access reviewed', subject: `partner ${partnerId}`, who: caller.userId }, now),
    );
    return { success: true, message: 'The review is recorded.' };
  },
);

// The link remains valid until all steps succeed, so opening it again resumes a failed request.
export const confirmEmailHandler = handle(managers.confirmEmail, async ({ params, now }) => {
  const { user, link } = await openLink(params.token, ['new email', 'earlier email'], now);
  const message = await (link.purpose === 'new email' ? confirmEmail : revertEmail)(user, link, now);
  return { success: true, message };
});

/** Stores the new email and sends the old one a notice; a resumed request sends a new link, because only its hash is stored. */
async function confirmEmail(user: User, link: EmailedLink, now: Date): Promise<string> {
  const { email, oldEmail = user.email } = link;
  const isStored = user.email === email;
  const { secret, link: revertLink } = newLink('earlier email', oldEmail, now);
  const open = user.revertLink && isLinkOpen(user.revertLink, now) ? user.revertLink : undefined;
  // while a link is open, only its address receives another: a later address may be an intruder's
  const isRevertible = !open || open.email === oldEmail;
  await transact(
    ...managerChange(user, {
      ...user,
      email,
      managerVersion: managerVersionOf(user) + (isStored ? 0 : 1),
      emailedLink: { ...link, oldEmail },
      revertLink: isRevertible ? revertLink : open,
    }),
    ...(isStored
      ? []
      : [
          auditWrite(
            {
              name: 'manager changed',
              subject: `partner ${user.partnerId}`,
              who: user.id,
              before: { manager: user.id, email: user.email },
              after: { email },
            },
            now,
          ),
        ]),
  );
  await changePoolEmail(poolIdOf(user), email);
  const revertToken = isRevertible ? tokenOf(user.id, secret) : undefined;
  await sendEmail(emailChangedEmail(user.firstName, oldEmail, revertToken));
  await endSessions(await loadManager(user.id));
  return 'Your email is confirmed. Log in with the new email.';
}

export const createHandler = handle(managers.create, async ({ body, caller, now }) => {
  await loadPartner(body.partnerId);
  await requireProviderOf(body.partnerId);
  await requireSafePassword(body.password, body, 'password');
  const user = await addManager(body, undefined, caller.userId, now);
  await setPassword(user.email, body.password);
  const ready = { ...user, awaitsPassword: undefined, givenPassword: 'unused' as const };
  // from here on, the email belongs to a user with a login
  await transact(...managerChange(user, ready));
  const { firstName, lastName, email, partnerId } = ready;
  const what = `added ${firstName} ${lastName} (${email}) as a manager with a password that works once`;
  await emailAccessChange(caller, { partnerId: partnerId ?? undefined, what });
  return {
    success: true,
    message: `${firstName} ${lastName} can now log in with this password once, and then chooses another one.`,
    data: await managerOf({ ...ready, version: user.version + 1 }),
  };
});

export const deleteHandler = handle(managers.delete, async ({ params: { managerId }, caller, now }) => {
  const manager = await loadManager(managerId);
  await removeManager(manager, caller, now);
  return { success: true, message: `${manager.firstName} ${manager.lastName} can no longer log in.` };
});

export const getHandler = handle(managers.get, async ({ query: { managerId }, caller }) => {
  requireSelf(caller, managerId);
  return managerOf(await loadManager(managerId));
});

export const inviteHandler = handle(managers.invite, async ({ body, caller, now }) => {
  const partner = await loadPartner(body.partnerId);
  const { secret, link } = newLink('user invitation', body.email, now);
  const user = await addManager(body, link, caller.userId, now);
  const role = {
    subject: `Manage ${partner.name} on Wellport`,
    roleLabel: `a manager of ${partner.name} on Wellport`,
    employer: (await mayUsePassword(user)) ? undefined : partner.name,
  };
  await sendLink(invitationEmail(user, role, tokenOf(user.id, secret)));
  const what = `invited ${user.firstName} ${user.lastName} (${user.email}) as a manager`;
  await emailAccessChange(caller, { partnerId: partner.id, what, except: user.email });
  return {
    success: true,
    message: `The invitation was emailed to ${user.email}.`,
    data: await managerOf(user),
  };
});

export const listHandler = handle(managers.list, async ({ query: { partnerId } }) => {
  const users = await listManagers(partnerId);
  const names = await creatorNames(...users);
  return users.map((user) => listedManagerOf(user, names));
});

const who = { userId: 'access reviews' };

/** Starts the job that reminds managers of due access reviews, once per day, and checks the settings of single sign-on. */
export const remindReviewersHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const id = `access-reviews-${dateInChicago(at)}`;
  await beginOnce(
    { id, kind: 'access reviews', input: {}, total: 0, message: 'Reminding managers.' },
    who,
    at,
  );
  await announceAll(at);
});

export const updateHandler = handle(managers.update, async ({ body, caller, now }) => {
  requireSelf(caller, body.id);
  const before = await loadManager(body.id);
  const isOtherAccess = body.access !== undefined && body.access !== accessOf(before);
  if (isOtherAccess && caller.role !== 'systemAdmin')
    throw new Refusal('forbidden', 'Only administrators change the access of a manager.', 'access');
  if (body.version !== undefined && body.version !== managerVersionOf(before))
    throw new Refusal('conflict', 'Someone else changed this manager. Reload and try again.');
  const { user, isMailed } = await changeManager(before, body, caller.userId, now);
  if (isOtherAccess) {
    const { firstName, lastName, email } = user;
    const what = `changed the access of ${firstName} ${lastName} (${email}) to: ${managerAccessNames[accessOf(user) ?? 'full']}`;
    await emailAccessChange(caller, { partnerId: user.partnerId ?? undefined, what });
    await announce(user.partnerId ?? '', now);
  }
  return {
    success: true,
    message: isMailed
      ? `Saved. Open the link that we emailed to ${body.email}. Until then, log in with ${before.email}.`
      : 'Saved.',
    data: await managerOf(user),
  };
});
