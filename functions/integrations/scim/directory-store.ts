import { deleted, type Member } from '../../../shared/members/member.ts';
import { ScimError } from '../../../shared/scim-error.ts';
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

/** The email finds managers who left, because it can differ from the userName. */
type Kind = 'userName' | 'externalId' | 'email';

const keyOf = (partnerId: string, kind: Kind, value: string): Key =>
  keys.directoryName(partnerId, kind, digestOf(value.toLowerCase()).slice(0, 32));

/** Returns the resource's ID by a name; undefined for an unknown one. */
async function resourceIdByName(partnerId: string, kind: Kind, value: string): Promise<string | undefined> {
  const item = await getItem(keyOf(partnerId, kind, value));
  return item && String(item.resourceId);
}

/** Returns the ID of the partner's current member with an email. */
const memberIdByEmail = memberKeyOfEmail;

const emailNames = keys.directoryName('', 'email', '').sk;

const namesOf = (member: Member | null): Map<string, Key> => {
  const names = new Map<string, Key>();
  if (!member?.directory || member.directory.removed) return names;
  const add = (kind: Kind, value: string) => {
    const key = keyOf(member.partnerId, kind, value);
    names.set(key.sk, key);
  };
  add('userName', userNameOf(member));
  add('email', member.email);
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
  // an email of a person who left can belong to another person, or to a new resource of the same one
  const isFree = key.sk.startsWith(emailNames) && isFormer(member ?? null);
  return { id, isCurrent: namesOf(member ?? null).has(key.sk) && !isFree };
}

const isFormer = (member: Member | null): boolean => member?.invitationStatus === deleted;

/**
 * Returns the writes of a person's changed names, and of all names when the person leaves, because only they find a
 * person without a membership. Names of a deleted person remain until another one has them. A current name of another
 * person is refused (409).
 */
export async function directoryWrites(before: Member | null, after: Member): Promise<Change[]> {
  const listed = after.directory && { ...after, directory: { ...after.directory, removed: undefined } };
  const [old, now] = [namesOf(before), namesOf(listed ?? after)];
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
  const removed = [...old.values()].filter(({ sk }) => !now.has(sk));
  const holders = await Promise.all(removed.map(holderOf));
  return [
    ...removed.filter((_, index) => holders[index]?.id === resourceId).map((key) => ({ item: remove(key) })),
    ...(await Promise.all(writes)),
  ];
}

/** A person of the directory: the first membership, whose ID is the resource's, and the current one. */
export interface Person {
  root: Member;
  member: Member;
}

const missingUser = () => new ScimError(404, 'User not found.');

/** Returns the current membership of a resource; undefined if the partner has no such user. */
export async function findPerson(partnerId: string, id: string): Promise<Person | undefined> {
  const root = await findMember(id);
  if (!root || root.partnerId !== partnerId || resourceIdOf(root) !== id) return undefined;
  const successor = root.directory?.successorId;
  const member = successor === undefined ? root : await findMember(successor);
  if (!member || member.directory?.removed) return undefined;
  // people who left and were never in the directory are former members, not users
  return member.invitationStatus === deleted && !member.directory ? undefined : { root, member };
}

export async function loadPerson(partnerId: string, id: string): Promise<Person> {
  const person = await findPerson(partnerId, id);
  if (!person) throw missingUser();
  return person;
}

/** Returns the person with a userName; a current member with this email comes before a person who left. */
export async function personByUserName(partnerId: string, userName: string): Promise<Person | undefined> {
  const [named, memberId] = await Promise.all([
    resourceIdByName(partnerId, 'userName', userName),
    memberIdByEmail(partnerId, userName),
  ]);
  const candidates = await Promise.all([
    named === undefined ? undefined : findPerson(partnerId, named),
    memberId === undefined ? undefined : personOfMember(partnerId, memberId),
  ]);
  const persons = candidates.filter(
    (person) => person && userNameOf(person.member).toLowerCase() === userName.toLowerCase(),
  );
  return persons.find((person) => person?.member.invitationStatus !== deleted) ?? persons[0];
}

export async function personByEmail(partnerId: string, email: string): Promise<Person | undefined> {
  const memberId = await memberIdByEmail(partnerId, email);
  return memberId === undefined ? undefined : personOfMember(partnerId, memberId);
}

export async function personByExternalId(partnerId: string, externalId: string): Promise<Person | undefined> {
  const id = await resourceIdByName(partnerId, 'externalId', externalId);
  const person = id === undefined ? undefined : await findPerson(partnerId, id);
  return person?.member.directory?.externalId === externalId ? person : undefined;
}

async function personOfMember(partnerId: string, memberId: string): Promise<Person | undefined> {
  const member = await findMember(memberId);
  return member && findPerson(partnerId, resourceIdOf(member));
}
