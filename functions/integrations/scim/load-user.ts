import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { resourceIdOf, userNameOf } from '../../../shared/integrations/scim/user.ts';
import { deleted, type Member } from '../../../shared/members/member.ts';
import { findMember } from '../../members/store.ts';
import { memberIdByEmail, resourceIdByName } from './directory-store.ts';

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
