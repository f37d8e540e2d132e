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

const isEqual = (one: string | null, other: string | null): boolean => one !== null && one === other;

/**
 * Compares a former and a new member. Two matches (name, birth date, key fob, email) identify a person, except key fob
 * with email alone. One match, or a different birth date, is ambiguous; a birth date alone is no match.
 */
export function isSamePerson(one: Person, other: Person): 'yes' | 'perhaps' | 'no' {
  const name = nameOf(one) === nameOf(other);
  const keyFob = isEqual(keyFobOf(one), keyFobOf(other));
  const email = one.email.toLowerCase() === other.email.toLowerCase();
  const born = isEqual(one.dateOfBirth, other.dateOfBirth);
  const isBornOtherwise = !born && one.dateOfBirth !== null && other.dateOfBirth !== null;
  const isAlike = (name && (keyFob || born || email)) || (born && (keyFob || email));
  if (isAlike) return isBornOtherwise ? 'perhaps' : 'yes';
  return !isBornOtherwise && (name || email || keyFob) ? 'perhaps' : 'no';
}

/** Minimum common values of equal persons: only members with one of these in common are compared. */
export const personKeys = (one: Person): string[] => [
  `name ${nameOf(one)}`,
  `email ${one.email.toLowerCase()}`,
  ...(keyFobOf(one) === null ? [] : [`fob ${keyFobOf(one)}`]),
];
