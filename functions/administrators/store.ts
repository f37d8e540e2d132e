import * as z from 'zod';
import { administratorsAllowed } from '../../shared/administrators/administrator.ts';
import { recordVersion } from '../../shared/ids.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ListedUser } from '../../shared/users/invited-user.ts';
import type { Change } from '../table/write.ts';
import { conditionCheck } from '../table/condition-check.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { loadUser, listedUserChange, usersIn, usersOf } from '../users/store.ts';
import type { User } from '../users/user.ts';

export const listAdministratorUsers = (): Promise<User[]> =>
  usersIn(lists.administrators(), administratorsAllowed);

export const listAdministrators = (): Promise<ListedUser[]> =>
  usersOf(lists.administrators(), administratorsAllowed);

export async function loadAdministrator(id: string): Promise<User> {
  const user = await loadUser(id);
  if (user?.role !== 'systemAdmin') throw new Refusal('not-found', 'Administrator not found.');
  return user;
}

/** Returns the writes that change an administrator's record; new ones count toward the maximum. */
export const administratorChange = (before: User | null, after: User | null): Change[] =>
  listedUserChange(before, after, {
    list: lists.administrators(),
    atMost: administratorsAllowed,
    full: `There can be at most ${administratorsAllowed} administrators.`,
  });

/** Waiting work that was announced by email to the administrators, or to the managers of an owner. */
const announcedApprovals = z.object({
  /** `partner <id>` or `facility <id>`; undefined for administrators. */
  owner: z.string().optional(),
  /** ISO instant of the last email. */
  emailedAt: z.string(),
  /** Entries that waited then. */
  ids: z.array(z.string()),
  version: recordVersion,
});
type AnnouncedApprovals = z.output<typeof announcedApprovals>;

const announcedKey = (owner: string | undefined) =>
  owner === undefined ? keys.announcedApprovals() : keys.announcedTasks(owner);

const announcedEntity = entity({
  name: 'announced approvals',
  schema: announcedApprovals,
  key: ({ owner }) => announcedKey(owner),
});

export const loadAnnounced = (owner?: string): Promise<AnnouncedApprovals | undefined> =>
  get(announcedEntity, announcedKey(owner));

export const announcedChange = (
  before: AnnouncedApprovals | undefined,
  after: Omit<AnnouncedApprovals, 'version'>,
): Change[] =>
  change(
    announcedEntity,
    before ?? null,
    { ...after, version: before?.version ?? 0 },
    { lost: new Refusal('conflict', 'The waiting work was announced by another run.') },
  );

/** Returns a condition that the administrator still exists without a requested removal, for own transactions. */
export const stillConfirms = (id: string): Change =>
  conditionCheck(
    keys.user(id),
    '#role = :role and disabled = :no and attribute_not_exists(removal)',
    { ':role': 'systemAdmin', ':no': false },
    new Refusal('conflict', 'Your removal as an administrator was requested. Nothing was changed.'),
    { '#role': 'role' },
  );
