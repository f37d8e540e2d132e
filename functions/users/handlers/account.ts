import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { mayUsePassword, requirePassword } from '../sign-on-store.ts';
import { openLink } from '../emailed-link.ts';
import { replacePassword } from '../end-sessions.ts';
import { requireSafePassword } from '../password-check.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { listedSessions } from '../../../shared/users/sessions.ts';
import { tokenTime } from '../../platform/clock.ts';
import { idleMinutesFor, lacksSecondFactor, storedSessionOf } from '../caller.ts';
import { findUserByEmail } from '../store.ts';
import { loadGridSettings, gridSettingsChange } from '../grid-settings-store.ts';
import { maskedEmail } from '../../../shared/enrollment/invitation.ts';
import { loadFacility } from '../../facilities/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { type User, accessOf } from '../user.ts';
import { roleCodes } from '../../../shared/roles.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { memberGroupsOf } from '../../accounts/member-groups.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';

export const acceptInvitationHandler = handle(users.acceptInvitation, async ({ params, body, now }) => {
  const { user } = await openLink(params.token, ['user invitation'], now);
  await requirePassword(user);
  await requireSafePassword(body.password, user, 'password');
  // the first write invalidates the link; after a crash, "Forgot password?" lets the user in
  await replacePassword(user, body.password, 'user accepted invitation', now);
  return { success: true, message: 'Your account is ready.', email: user.email };
});

export const findUserHandler = handle(users.findUser, async ({ body, caller }) => {
  const user = await findUserByEmail(body.email);
  if (!user) throw new Refusal('not-found', 'No one logs in with this email.');
  const { id, email, role, firstName, lastName, sessions } = user;
  return {
    id,
    email,
    role,
    fullName: `${firstName} ${lastName}`,
    sessions: listedSessions(sessions, caller.session, idleMinutesFor(role), tokenTime()),
  };
});

export const gridSettingsHandler = handle(
  users.gridSettings,
  async ({ params, caller }) =>
    (await loadGridSettings(caller.userId, params.grid)) ?? { hiddenColumns: null, views: [], version: 0 },
);

export const invitationHandler = handle(users.invitation, async ({ params, now }) => {
  const { user } = await openLink(params.token, ['user invitation'], now);
  return {
    firstName: user.firstName,
    role: user.role,
    managed: await managedBy(user),
    email: maskedEmail(user.email),
    isWithoutPassword: !(await mayUsePassword(user)),
  };
});

async function managedBy({ partnerId, facilityId }: User): Promise<string | null> {
  if (partnerId !== null) return (await loadPartner(partnerId)).name;
  return facilityId === null ? null : (await loadFacility(facilityId)).name;
}

export const meHandler = handle(users.me, async ({ caller }) => {
  const { user } = caller;
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const { memberGroups, formerMemberIds } = await memberGroupsOf(user);
  const own = storedSessionOf(caller);
  const ofPartner = user.partnerId ? await loadGroupMembership(user.partnerId) : undefined;
  return {
    userId: user.id,
    role: user.role,
    roleCode: roleCodes[user.role],
    fullName: `${user.firstName} ${user.lastName}`,
    email: user.email,
    partnerId: user.partnerId,
    facilityId: user.facilityId,
    access: accessOf(user),
    hasGroupMembership: memberGroups.length > 0 || ofPartner !== undefined,
    mustSetUpApp: lacksSecondFactor(caller),
    mustChangePassword: user.givenPassword !== undefined && !own?.provider,
    hasApp: user.hasSecondFactor === true,
    hasPasskey: Boolean(user.passkeys?.length),
    stepUpProviderName: own?.provider ? (await loadPartner(own.provider.partnerId)).name : null,
    idleMinutes: Math.min(idleMinutesFor(user.role), own?.idleMinutes ?? Infinity),
    memberGroups,
    formerMemberIds,
  };
});

export const saveGridSettingsHandler = handle(
  users.saveGridSettings,
  async ({ params: { grid }, body, caller, now }) => {
    const { userId } = caller;
    const before = await loadGridSettings(userId, grid);
    await transact(
      ...gridSettingsChange(before, { ...body, userId, grid }),
      auditWrite(
        {
          name: 'table set up',
          subject: `user ${userId}`,
          who: userId,
          // without their names, which can name persons
          after: { grid, views: body.views.length },
        },
        now,
      ),
    );
    return { ...body, version: body.version + 1 };
  },
);
