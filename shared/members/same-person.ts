import { withoutMarks } from '../transliterate.ts';
import type { Member } from './member.ts';

/** The part of a member that identifies the person. */
export type Person = Pick<
  Member,
  'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'keyFobNumber' | 'formerKeyFobNumber'
>;

const nameOf = ({ firstName, lastName }: Person): string =>
  withoutMarks(`${firstName} ${lastName}`).toLowerCase().replaceAll(/\s+/g, ' ').trim();

const keyFobOf = ({ keyFobNumber, formerKeyFobNumber }: Person): string | null =>
  keyFobNumber ?? formerKeyFobNumber ?? null;

const isEqual = (left: string | null, other: string | null): boolean => left !== null && left === other;

/**
 * Compares a former and a new member. Two matches (name, birth date, key fob, email) identify a person, except key fob
 * with email alone. One match, or a different birth date, is ambiguous; a birth date alone is no match.
 */
export function isSamePerson(person: Person, other: Person): 'yes' | 'perhaps' | 'no' {
  const name = nameOf(person) === nameOf(other);
  const keyFob = isEqual(keyFobOf(person), keyFobOf(other));
  const email = person.email.toLowerCase() === other.email.toLowerCase();
  const born = isEqual(person.dateOfBirth, other.dateOfBirth);
  const isBornOtherwise = !born && person.dateOfBirth !== null && other.dateOfBirth !== null;
  const isAlike = (name && (keyFob || born || email)) || (born && (keyFob || email));
  if (isAlike) return isBornOtherwise ? 'perhaps' : 'yes';
  return !isBornOtherwise && (name || email || keyFob) ? 'perhaps' : 'no';
}

/** Minimum common values of equal persons: only members with one of these in common are compared. */
export const personKeys = (person: Person): string[] => [
  `name ${nameOf(person)}`,
  `email ${person.email.toLowerCase()}`,
  ...(keyFobOf(person) === null ? [] : [`fob ${keyFobOf(person)}`]),
];
