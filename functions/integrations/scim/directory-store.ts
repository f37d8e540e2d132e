import { deleted, type Member } from '../../../shared/members/member.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { resourceIdOf, userNameOf } from '../../../shared/integrations/scim/user.ts';
import { digestOf } from '../../platform/digest.ts';
import { remove } from '../../table/delete-item.ts';
import { getItem } from '../../table/get-item.ts';
import { keys, type Key } from '../../table/keys.ts';
import { put } from '../../table/put-item.ts';
import type { Change } from '../../table/write.ts';
import { findMember, memberKeyOfEmail } from '../../members/store.ts';

// Names of people in the partner's directory, which find also people without a membership. They are digests, because
// keys are not erased with a person's data.

type Kind = 'userName' | 'externalId';

const keyOf = (partnerId: string, kind: Kind, value: string): Key =>
  keys.directoryName(partnerId, kind, digestOf(value.toLowerCase()).slice(0, 32));

/** Returns the resource's ID by a name; undefined for an unknown one. */
export async function resourceIdByName(
  partnerId: string,
  kind: Kind,
  value: string,
): Promise<string | undefined> {
  const item = await getItem(keyOf(partnerId, kind, value));
  return item && String(item.resourceId);
}

/** Returns the ID of the partner's current member with an email. */
export const memberIdByEmail = memberKeyOfEmail;

const namesOf = (member: Member | null): Map<string, Key> => {
  const names = new Map<string, Key>();
  if (!member?.directory || member.directory.removed) return names;
  const add = (kind: Kind, value: string) => {
    const key = keyOf(member.partnerId, kind, value);
    names.set(key.sk, key);
  };
  add('userName', userNameOf(member));
  if (member.directory.externalId !== null) add('externalId', member.directory.externalId);
  return names;
};

/** Returns the resource with a name, and whether it still has the name: screens change members without these rows. */
async function holderOf(key: Key): Promise<{ id: string; isCurrent: boolean } | undefined> {
  const row = await getItem(key);
  if (!row) return undefined;
  const id = String(row.resourceId);
  const root = await findMember(id);
  const successor = root?.directory?.successorId;
  const member = successor === undefined ? root : await findMember(successor);
  return { id, isCurrent: namesOf(member ?? null).has(key.sk) };
}

const isFormer = (member: Member | null): boolean => member?.invitationStatus === deleted;

/**
 * Returns the writes of a person's changed names, and of all names when the person leaves, because only they find a
 * person without a membership. A current name of another person is refused (409).
 */
export async function directoryWrites(before: Member | null, after: Member): Promise<Change[]> {
  const [old, now] = [namesOf(before), namesOf(after)];
  const resourceId = resourceIdOf(after);
  const isLeaving = isFormer(after) && !isFormer(before);
  const added = [...now.values()].filter(({ sk }) => isLeaving || !old.has(sk));
  const refusal = new ScimError(409, 'Another user has this userName or externalId.', 'uniqueness');
  const writes = added.map(async (key) => {
    const holder = await holderOf(key);
    if (holder?.isCurrent && holder.id !== resourceId) throw refusal;
    const item = { ...key, entity: 'directory name', resourceId };
    const condition = holder
      ? { text: 'resourceId = :former', values: { ':former': holder.id } }
      : { text: 'attribute_not_exists(pk)' };
    return { item: put(item, condition), refusal };
  });
  const removed = [...old.values()].filter(({ sk }) => !now.has(sk)).map((key) => ({ item: remove(key) }));
  return [...removed, ...(await Promise.all(writes))];
}
