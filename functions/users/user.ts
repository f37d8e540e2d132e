import * as z from 'zod';
import { emailFailureSchema } from '../../shared/email-failure.ts';
import { storedSessions } from '../../shared/users/sessions.ts';
import { managerAccessIds, type ManagerAccess } from '../../shared/managers/manager-access.ts';
import { removalRequest } from '../../shared/administrators/administrator.ts';
import { emailedLink } from '../../shared/users/emailed-link.ts';
import { workingRoles } from '../../shared/roles.ts';
import { storedPasskeyChallenge, storedPasskeys } from '../../shared/users/passkeys.ts';
import { storedProofs } from '../../shared/users/step-up.ts';
import { keys, lists } from '../table/keys.ts';
import { entity, sortsBy } from '../table/entity.ts';

/** A user's role and assignments. The ID is the `sub` of the pool in which the user was created. */
const userSchema = z.object({
  id: z.string(),
  role: z.enum(workingRoles),
  email: z.string(),
  /** Former addresses of a partner manager, and the one at the provider: the directory may know the person by it. */
  otherEmails: z.array(z.string()).optional(),
  firstName: z.string(),
  lastName: z.string(),
  /** Partner of a partner manager. */
  partnerId: z.string().nullable(),
  /** Access of a partner manager; undefined is full access. */
  managerAccess: z.enum(managerAccessIds).optional(),
  /** Memberships of a member; there may be several. */
  memberIds: z.array(z.string()),
  /** Partners of those memberships. */
  memberPartnerIds: z.array(z.string()),
  /** Facility of a facility manager. */
  facilityId: z.string().nullable(),
  disabled: z.boolean(),
  /** When all sessions ended last, in seconds of the token clock: earlier logins are invalid. */
  signedOutAt: z.int().optional(),
  /** The current sessions; a token without one is refused. */
  sessions: storedSessions.default([]),
  /** No password is set: added incompletely, or invited and not accepted. */
  awaitsPassword: z.boolean().optional(),
  /** A password that an administrator chose: it works for one login, in which the user replaces it. */
  givenPassword: z.enum(['unused', 'used']).optional(),
  /** Logging in requires a code; set when the pool is configured. */
  hasSecondFactor: z.boolean().optional(),
  /** The last email bounced permanently. */
  emailProblem: emailFailureSchema.optional(),
  emailedLink: emailedLink.optional(),
  /** Reverts the latest change of the email; unlike `emailedLink`, it survives the end of the sessions. */
  revertLink: emailedLink.optional(),
  /** Counts changes of a manager's names and email; unlike `version`, logging in and out leaves it as it is. */
  managerVersion: z.int().optional(),
  passkeys: storedPasskeys.optional(),
  passkeyChallenge: storedPasskeyChallenge.optional(),
  /** Valid proofs of identity for sensitive actions. */
  proofs: storedProofs.optional(),
  /** An invited administrator who is disabled until a second administrator approves. */
  awaitsApproval: z.object({ invitedBy: z.string(), invitedAt: z.string().optional() }).optional(),
  /** When an invited administrator accepted; missing for the first administrator of a deployment. */
  administratorSince: z.string().optional(),
  removal: removalRequest.optional(),
  /** User ID of the administrator who added the user; missing for members and the first administrator. */
  createdBy: z.string().optional(),
  /** Identities of employers' providers that log in as this user (functions/users/sign-on-store.ts). */
  identities: z
    .array(
      z.object({
        partnerId: z.string(),
        key: z.string(),
        /** Linked by the link of an email; missing for those that the partner's directory linked. */
        isConfirmed: z.literal(true).optional(),
      }),
    )
    .optional(),
  /** `sub` in a pool that replaced a lost one. */
  poolUserId: z.string().optional(),
  version: z.int(),
});

export type User = z.output<typeof userSchema>;

export const userColumns = ['lastName', 'firstName', 'email'] as const;

export const userEntity = entity({
  name: 'user',
  schema: userSchema,
  key: ({ id }) => keys.user(id),
  inList: ({ role, partnerId, facilityId, lastName, firstName, email }) => {
    const list =
      role === 'systemAdmin'
        ? lists.administrators()
        : role === 'partnerManager' && partnerId !== null
          ? lists.managers(partnerId)
          : role === 'facilityManager' && facilityId !== null
            ? lists.facilityManagers(facilityId)
            : null;
    return list === null ? null : { list, sorts: sortsBy(userColumns, { lastName, firstName, email }) };
  },
  unique: ({ email, poolUserId, identities = [] }) => [
    { kind: 'user-email', value: email.toLowerCase() },
    ...(poolUserId ? [{ kind: 'pool-user', value: poolUserId }] : []),
    ...identities.map(({ key }) => ({ kind: 'provider-identity', value: key })),
  ],
});

/** True for a user with a login that requires a code or a passkey besides the password. */
export const hasTwoFactors = ({ hasSecondFactor, passkeys }: User): boolean =>
  hasSecondFactor === true || requiresPasskey({ hasSecondFactor, passkeys });

/** True if logging in and confirming actions require a passkey. With an authenticator app, the pool requires its code. */
export const requiresPasskey = ({
  hasSecondFactor,
  passkeys,
}: Pick<User, 'hasSecondFactor' | 'passkeys'>): boolean => !hasSecondFactor && Boolean(passkeys?.length);

/** Returns a partner manager's access; null for other roles. */
export const accessOf = ({ role, managerAccess = 'full' }: User): ManagerAccess | null =>
  role === 'partnerManager' ? managerAccess : null;

/** Returns the change of a user's record that remembers another address of a partner manager. */
export const withOtherEmail = (
  { role, email, otherEmails = [] }: User,
  other: string | null,
): Pick<User, 'otherEmails'> => {
  const address = other?.toLowerCase();
  return role === 'partnerManager' && address && address !== email.toLowerCase()
    ? { otherEmails: [...new Set([...otherEmails, address])] }
    : {};
};

export const poolIdOf = ({ id, poolUserId }: Pick<User, 'id' | 'poolUserId'>): string => poolUserId ?? id;
