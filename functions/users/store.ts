import { Refusal } from '../../shared/refusal.ts';
import { userEntity, type User, userColumns, withOtherEmail } from './user.ts';
import { clientIdOf, clientUserId } from '../../shared/integrations/client-user.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { keys, type Key } from '../table/keys.ts';
import { eachItem, get, getMany, queryItems } from '../table/table.ts';
import { getItem } from '../table/get-item.ts';
import { getItems } from '../table/batch-get-items.ts';
import { remove } from '../table/delete-item.ts';
import { put } from '../table/put-item.ts';
import { gridNames } from '../../shared/users/grid-settings.ts';
import { emailFailureOf, type EmailFailure } from '../../shared/email-failure.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { proofSeconds, withProof } from '../../shared/users/step-up.ts';
import { now, tokenTime } from '../platform/clock.ts';
import { isInvitationExpired } from '../../shared/administrators/administrator.ts';
import { digestOf, newToken } from '../platform/digest.ts';
import { retryOnConflict } from '../table/retry.ts';
import { isLinkOpen, type EmailedLink } from '../../shared/users/emailed-link.ts';
import { addPersonWithoutPassword } from '../platform/user-pool.ts';
import type { ListedUser } from '../../shared/users/invited-user.ts';
import { formerUser } from '../../shared/users/names.ts';
import { listOf, pageOfList } from '../table/list.ts';

export const loadUser = (id: string): Promise<User | undefined> => get(userEntity, keys.user(id));

/** Returns the user of an address, with the same two reads if there is none. */
export const findUserByEmail = (email: string): Promise<User | undefined> =>
  loadOwner(keys.unique('user-email', email.toLowerCase()));

/** Returns the user of a token's `sub` with one read, or three where the pool was replaced. */
export const loadUserOfToken = async (sub: string): Promise<User | undefined> =>
  (await loadUser(sub)) ?? (await loadOwner(keys.unique('pool-user', sub)));

async function loadOwner(name: Key): Promise<User | undefined> {
  const item = await getItem(name);
  const id = /^USER#(.+)\|USER$/.exec(String(item?.owner))?.[1];
  return loadUser(id ?? 'nobody');
}

const withFormerEmail = (before: User | null, after: User | null): User | null =>
  after && { ...after, ...withOtherEmail(after, before?.email ?? null) };

/** Returns the writes of a user's record; addresses are unique. A deleted user's saved views are deleted too. */
export const userChange = (before: User | null, after: User | null): Change[] => [
  ...creatorChange(before, after),
  ...(before && !after
    ? gridNames.map((grid) => ({ item: remove(keys.gridSettings(before.id, grid)) }))
    : []),
  ...change(userEntity, before, withFormerEmail(before, after), {
    lost: new Refusal('conflict', 'Someone else changed this user. Reload and try again.'),
    duplicates: {
      'user-email': new Refusal(
        'conflict',
        'Email must be unique. Someone already logs in with this address.',
        'email',
      ),
      'provider-identity': new Refusal(
        'conflict',
        'Another account is connected with this log-in of your employer. Contact us.',
      ),
    },
  }),
];

/** Returns the writes that list a user with the administrator who added the user. */
function creatorChange(before: User | null, after: User | null): Change[] {
  const [old, added] = [before?.createdBy, after?.createdBy];
  if (old === added) return [];
  const id = after?.id ?? before?.id ?? '';
  return [
    ...(old === undefined ? [] : [{ item: remove(keys.createdUser(old, id)) }]),
    ...(added === undefined
      ? []
      : [{ item: put({ ...keys.createdUser(added, id), entity: 'created user' }) }]),
  ];
}

/** Returns the users added by an administrator. */
export async function usersCreatedBy(creatorId: string): Promise<User[]> {
  const ids: string[] = [];
  for await (const { sk } of eachItem(keys.createdUser(creatorId, '').pk)) ids.push(String(sk));
  return getMany(userEntity, ids.map(keys.user), { consistent: true });
}

/** Returns a new user's record without any assignments. */
export const newUser = (
  user: Pick<User, 'id' | 'role' | 'email' | 'firstName' | 'lastName'> & Partial<User>,
): User => ({
  partnerId: null,
  memberIds: [],
  memberPartnerIds: [],
  facilityId: null,
  disabled: false,
  sessions: [],
  version: 0,
  ...user,
});

export const hasSignIn = async (email: string): Promise<boolean> =>
  (await queryItems(keys.unique('user-email', email.toLowerCase()).pk)).items.length > 0;

/** Returns users by address (lowercase), without unknown addresses. */
export async function loadUsersByEmail(emails: readonly string[]): Promise<Map<string, User>> {
  const names = await getItems(emails.map((email) => keys.unique('user-email', email)));
  const ids = names.map(
    ({ owner }) =>
      String(owner)
        .split('|')[0]
        ?.replace(/^USER#/, '') ?? '',
  );
  const users = await getMany(userEntity, ids.map(keys.user));
  return new Map(users.map((user) => [user.email.toLowerCase(), user]));
}

/** Returns names by user ID, and those of API clients by the ID of their caller; unknown IDs are omitted. */
export async function loadUserNames(userIds: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(userIds)];
  const clientIds = ids.flatMap((id) => clientIdOf(id) ?? []);
  const [users, clients] = await Promise.all([
    getMany(userEntity, ids.filter((id) => clientIdOf(id) === undefined).map(keys.user)),
    getItems(clientIds.map(keys.apiClient)),
  ]);
  return new Map([
    ...users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`] as const),
    ...clients.map(({ id, name }) => [clientUserId(String(id)), `${String(name)} (API client)`] as const),
  ]);
}

/** Marks a user if the current address bounced permanently or reported spam. */
export async function markUserEmail(id: string, failure: EmailFailure): Promise<void> {
  const before = await loadUser(id);
  if (!before) return;
  const after = { ...before, emailProblem: failure };
  if (emailFailureOf(after) === null || emailFailureOf(before) === failure.reason) return;
  await transact(
    ...userChange(before, after),
    auditWrite(
      {
        name: 'user email came back',
        subject: `user ${id}`,
        who: 'email service',
        after: { reason: failure.reason },
      },
      new Date(failure.at),
    ),
  );
}

interface ProvenAction {
  userId: string;
  /** As `provenAction` returns it. */
  action: string;
  /** The session of the request (`Caller.session`). */
  session: string;
}

/**
 * Stores a proof of identity for one action in one session and returns its secret.
 *
 * @param also writes of the same transaction
 * @param changed further changes of the record
 */
export async function issueProof(
  { userId, action, session }: ProvenAction,
  also: readonly Change[] = [],
  changed: Partial<User> = {},
): Promise<string> {
  const proof = newToken();
  // the use of the session can be recorded at the same time
  await retryOnConflict(async () => {
    const user = await loadUser(userId);
    if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
    const now = tokenTime();
    const added = { hash: digestOf(proof), action: digestOf(action), session, expiresAt: now + proofSeconds };
    await transact(
      ...also,
      ...userChange(user, { ...user, ...changed, proofs: withProof(user.proofs ?? [], added, now) }),
    );
  });
  return proof;
}

type AddedUser = Pick<User, 'role' | 'email' | 'firstName' | 'lastName'> &
  Partial<Pick<User, 'partnerId' | 'facilityId'>> & { createdBy: string | undefined };

/** Reports whether the user was left incomplete by an earlier call or has not accepted an invitation. */
const isUnfinished = (user: User, added: AddedUser): boolean =>
  user.role === added.role &&
  user.partnerId === (added.partnerId ?? null) &&
  user.facilityId === (added.facilityId ?? null) &&
  user.awaitsPassword === true &&
  !user.disabled;

/**
 * Creates a login without a password, or continues an incomplete one, and returns the record before and after for the
 * caller's transaction. Throws 'conflict' for an address with a login. The pool is called first and again on a repetition;
 * only the caller that wrote the record may set a password.
 */
export async function addUser(
  added: AddedUser,
  emailedLink: EmailedLink | undefined,
): Promise<{ before: User | null; after: User }> {
  const { email, role } = added;
  const before = (await findUserByEmail(email)) ?? null;
  if (before && !isUnfinished(before, added))
    throw new Refusal(
      'conflict',
      'Email must be unique. Someone already logs in with this address.',
      'email',
    );
  const id = before?.id ?? (await addPersonWithoutPassword({ email, role }));
  return {
    before,
    after: newUser({
      ...before,
      ...added,
      createdBy: before?.createdBy ?? added.createdBy,
      id,
      awaitsPassword: true,
      emailedLink,
      emailProblem: undefined,
    }),
  };
}

/** Returns the names of the administrators who added the users, by user ID. */
export const creatorNames = (...users: readonly User[]): Promise<Map<string, string>> =>
  loadUserNames(users.flatMap(({ createdBy }) => createdBy ?? []));

/** Returns a user as a row. `names` has the names of the creators. */
export const listedUserOf = (
  { id, firstName, lastName, email, createdBy, ...user }: User,
  names: ReadonlyMap<string, string>,
): ListedUser => ({
  id,
  firstName,
  lastName,
  email,
  status: user.awaitsApproval
    ? isInvitationExpired(user.awaitsApproval, now())
      ? 'expired'
      : 'unapproved'
    : user.disabled
      ? user.role === 'systemAdmin' && !user.removal?.isFinal
        ? 'disabled'
        : 'leaving'
      : user.awaitsPassword
        ? user.emailedLink && !isLinkOpen(user.emailedLink, now())
          ? 'linkExpired'
          : 'invited'
        : 'active',
  invitedBy: user.awaitsApproval?.invitedBy ?? null,
  removal: user.removal ?? null,
  createdByName: createdBy === undefined ? null : (names.get(createdBy) ?? formerUser),
  emailProblem: emailFailureOf({ ...user, email }),
});

/** Returns all users of a list by last name, because a list of users has at most one page. */
export const usersIn = async (list: string, atMost: number): Promise<User[]> =>
  (await pageOfList(listOf(list, userColumns, userEntity), { pageSize: atMost })).items;

export async function usersOf(list: string, atMost: number): Promise<ListedUser[]> {
  const users = await usersIn(list, atMost);
  const names = await creatorNames(...users);
  return users.map((user) => listedUserOf(user, names));
}

/** Returns the writes of a listed user; throws 'invalid' if a new one exceeds the list's limit. */
export const listedUserChange = (
  before: User | null,
  after: User | null,
  { list, atMost, full }: { list: string; atMost: number; full: string },
): Change[] => [
  ...userChange(before, after),
  ...(before || !after
    ? []
    : [{ count: keys.count(list), by: 0, atMost: { count: atMost, full: new Refusal('invalid', full) } }]),
];
