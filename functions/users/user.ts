import * as z from 'zod';
import { emailProblem } from '../../shared/email-problem.ts';
import { endedSessions } from '../../shared/users/ended-sessions.ts';
import { emailedLink } from '../../shared/users/emailed-link.ts';
import { workingRoles } from '../../shared/roles.ts';
import { storedProof } from '../../shared/users/step-up.ts';
import { keys, lists } from '../table/keys.ts';
import { entity } from '../table/entity.ts';

/**
 * What the portal knows of a person who signs in: their role and what is theirs. The id is the `sub` of the pool in
 * which they were added.
 */
const userSchema = z.object({
  id: z.string(),
  role: z.enum(workingRoles),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The partner that a partner manager runs. */
  partnerId: z.string().nullable(),
  /** The memberships of a member; one person may hold several. */
  memberIds: z.array(z.string()),
  /** The partners behind those memberships. */
  memberPartnerIds: z.array(z.string()),
  /** The club of a facility manager. */
  facilityId: z.string().nullable(),
  disabled: z.boolean(),
  /** Tokens of sign-ins up to this second (of the token's own clock) are no longer good; missing: all are. */
  signedOutAt: z.int().optional(),
  /** The one earlier sign-in that stays good when the others end. */
  keptSession: z.string().optional(),
  endedSessions: endedSessions.optional(),
  /** Nobody has set this user's password yet: added half-way, or invited and not accepted. */
  awaitsPassword: z.boolean().optional(),
  /** Signing in must ask for a code of an app: set here when the pool is told so. */
  hasSecondFactor: z.boolean().optional(),
  /** The last email came back for good. */
  emailProblem: emailProblem.optional(),
  emailedLink: emailedLink.optional(),
  /** Counts changes of a manager's names and email; unlike `version`, logging in and out leaves it as it is. */
  managerVersion: z.int().optional(),
  proof: storedProof.optional(),
  /** When an invited administrator accepted; missing for the first administrator of a deployment. */
  administratorSince: z.string().optional(),
  /** Their `sub` in a pool that took the place of a lost one. */
  poolUserId: z.string().optional(),
  version: z.int(),
});

export type User = z.output<typeof userSchema>;

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
    return list === null ? null : { list, sorts: { lastName, firstName, email } };
  },
  unique: ({ email, poolUserId }) => [
    { kind: 'user-email', value: email.toLowerCase() },
    ...(poolUserId ? [{ kind: 'pool-user', value: poolUserId }] : []),
  ],
});

/** How the pool knows a user. */
export const poolIdOf = ({ id, poolUserId }: Pick<User, 'id' | 'poolUserId'>): string => poolUserId ?? id;
