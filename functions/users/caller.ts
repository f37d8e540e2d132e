import type { SignedInRole, Role } from '../../shared/roles.ts';
import { defaultIdleMinutes, idleMinutesOf, isCurrent } from '../../shared/users/sessions.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiClient } from '../../shared/integrations/api-client.ts';
import { clientUserId } from '../../shared/integrations/client-user.ts';
import { Refusal } from '../../shared/refusal.ts';
import { tokenTime } from '../platform/clock.ts';
import { groupsOf, sessionOf, type Claims } from '../platform/token-claims.ts';
import { isPermittedSession } from './sign-on-store.ts';
import { loadUserOfToken } from './store.ts';
import { hasTwoFactors, type User } from './user.ts';

const minutes = (value: string | undefined, preset: number): number => (value ? Number(value) : preset);

/** Returns the idle timeout of a role in this deployment, in minutes. */
export const idleMinutesFor = (role: SignedInRole): number =>
  idleMinutesOf(role, {
    administrators: minutes(process.env.ADMINISTRATOR_IDLE_MINUTES, defaultIdleMinutes.administrators),
    managers: minutes(process.env.MANAGER_IDLE_MINUTES, defaultIdleMinutes.managers),
    members: minutes(process.env.MEMBER_IDLE_MINUTES, defaultIdleMinutes.members),
  });

export interface Caller {
  role: Role;
  /** Empty for a guest. */
  userId: string;
  /** Undefined for a guest. */
  user: User | undefined;
  /** The API client that sent the request instead of a user. */
  client?: ApiClient;
  /** ID of the login that issued the token; undefined for a guest. */
  session: string | undefined;
  /** Throws 403 if the caller does not own the record. Undefined ids are not checked. */
  requireAccess: (owner: Owner) => void;
  /** True after `requireAccess` passed; before that, a response must not reveal missing records. */
  hasReached: () => boolean;
}

/** The owner of a record. */
export interface Owner {
  partnerId?: string;
  memberIds?: readonly string[];
  facilityId?: string;
}

export const forbidden = () => new Refusal('forbidden', 'Access to the resource is denied.');

/**
 * The only tenancy check: administrators access all records, other users those that their user record names.
 */
export function canAccess(user: User | undefined, owner: Owner): boolean {
  if (!user) return false;
  if (user.role === 'systemAdmin') return true;
  const partner = owner.partnerId;
  if (partner !== undefined && user.partnerId !== partner && !user.memberPartnerIds.includes(partner))
    return false;
  if (owner.memberIds !== undefined && !owner.memberIds.every((id) => user.memberIds.includes(id)))
    return false;
  if (owner.facilityId !== undefined && user.facilityId !== owner.facilityId) return false;
  return owner.partnerId !== undefined || owner.memberIds !== undefined || owner.facilityId !== undefined;
}

function callerFor(role: Role, user: User | undefined, session?: string): Caller {
  let reached = role === 'systemAdmin';
  return {
    role,
    userId: user?.id ?? '',
    user,
    session,
    requireAccess: (owner) => {
      if (!canAccess(user, owner)) throw forbidden();
      reached = true;
    },
    hasReached: () => reached,
  };
}

/** Returns the stored session of a request. */
export const storedSessionOf = ({ user, session }: Pick<Caller, 'user' | 'session'>) =>
  user?.sessions.find(({ id }) => id === session);

/**
 * True for a user without passkey and authenticator app in a stage that requires one of them from everyone who moves
 * money or sees data of other people: all roles except members. For sessions of an employer's identity provider, the
 * provider requires it.
 */
export const lacksSecondFactor = (caller: Pick<Caller, 'user' | 'session'>): boolean =>
  caller.user !== undefined &&
  caller.user.role !== 'member' &&
  !hasTwoFactors(caller.user) &&
  !storedSessionOf(caller)?.provider &&
  process.env.SECOND_FACTOR_REQUIRED === 'on';

/** Returns the caller's display name; empty for scheduled work. */
export const nameOf = ({ user }: Pick<Caller, 'user'>): string =>
  user ? `${user.firstName} ${user.lastName}` : '';

/** Returns the caller of an API client, which owns the records of its partner or facility only. */
export function callerOfClient(client: ApiClient): Caller {
  let reached = false;
  return {
    ...guest,
    role: 'apiClient',
    userId: clientUserId(client.id),
    client,
    requireAccess: ({ partnerId, memberIds, facilityId }) => {
      const { ownerKind, ownerId } = client;
      const owned = ownerKind === 'partner' ? partnerId : facilityId;
      const others = ownerKind === 'partner' ? facilityId : partnerId;
      if (owned !== ownerId || others !== undefined || memberIds !== undefined) throw forbidden();
      reached = true;
    },
    hasReached: () => reached,
  };
}

/** An unauthenticated caller. */
export const guest: Caller = callerFor('guest', undefined);

/** Caller of scheduled work, such as a generation. */
export const systemCaller = (name: string): Caller => ({ ...guest, userId: name });

/**
 * Returns the caller from the access token's `sub`, verified by the gateway's authorizer, and the user record. Returns
 * undefined if there is no access token, the record is missing or disabled, the roles of token and record differ, or the
 * session has ended or was idle for too long. A removed user therefore loses access immediately.
 */
export async function callerOf(event: APIGatewayProxyEventV2): Promise<Caller | undefined> {
  const context = event.requestContext as { authorizer?: { jwt?: { claims?: Claims } } };
  const claims = context.authorizer?.jwt?.claims;
  if (typeof claims?.sub !== 'string' || claims.token_use !== 'access') return undefined;
  const user = await loadUserOfToken(claims.sub);
  if (!user || user.disabled || !groupsOf(claims).includes(user.role)) return undefined;
  const session = sessionOf(claims);
  const stored = user.sessions.find(({ id }) => id === session);
  const isOpen =
    stored !== undefined &&
    isCurrent(stored, idleMinutesFor(user.role), tokenTime()) &&
    (await isPermittedSession(user, stored));
  return isOpen ? callerFor(user.role, user, session) : undefined;
}

/** Returns the IDs that attribute a request in the log; never names. */
export const callerLogFields = ({ userId, role, user, client }: Caller) => ({
  role,
  ...(userId && { user: userId }),
  ...(user?.partnerId && { partner: user.partnerId }),
  ...(client && { [client.ownerKind]: client.ownerId }),
});

/** Returns the facility ID of a facility manager. Throws 'forbidden' for other callers. */
export function ownFacilityId(caller: Caller): string {
  const id = caller.user?.facilityId ?? null;
  if (id === null) throw forbidden();
  return id;
}

/** Returns the facility that a facility manager's files belong to; null for an administrator's, which name their clubs. */
export const facilityOfCaller = (caller: Caller): string | null =>
  caller.role === 'systemAdmin' ? null : ownFacilityId(caller);
