import { invited, type InvitationStatus } from '../../members/member.ts';
import type { RosterMember } from '../../members/roster-member.ts';
import type { ValidatedRow } from '../employee-rows.ts';
import type { MatchedRow } from './match-people.ts';
import { plainName, plainPhone } from './person-keys.ts';

type Employee = NonNullable<ValidatedRow['employee']>;

/** Returns true while a roster may change the email; enrolled members change it themselves. */
export const rosterMayChangeEmail = (status: InvitationStatus): boolean => status <= invited;

const isOther = (stored: string | null | undefined, sent: string | null | undefined): boolean =>
  Boolean(stored) && Boolean(sent) && stored?.toLowerCase() !== sent?.toLowerCase();

const nameOf = (person: Pick<Employee, 'firstName' | 'lastName'>): string =>
  `${plainName(person.firstName)} ${plainName(person.lastName)}`;

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@')).toLowerCase();

/** Returns true if a row replaces a name, birth date, employee number, or the local part of an email. */
const replacesIdentity = (member: RosterMember, employee: Employee): boolean =>
  nameOf(member) !== nameOf(employee) ||
  isOther(member.dateOfBirth, employee.dateOfBirth) ||
  isOther(member.employeeNumber, employee.employeeNumber) ||
  (rosterMayChangeEmail(member.invitationStatus) && localPart(member.email) !== localPart(employee.email));

/**
 * Counts rows that replace identifying details of a member or assign one member's phone to another. A high count
 * indicates shifted rows or separately sorted columns.
 */
export function countIdentityChanges(
  matched: readonly MatchedRow[],
  members: readonly RosterMember[],
): number {
  const owners = new Map<string, string>();
  for (const { id, phone } of members) if (phone) owners.set(plainPhone(phone), id);
  const takesPhone = (member: RosterMember, employee: Employee): boolean => {
    const phone = plainPhone(employee.phone);
    const owner = owners.get(phone);
    return owner !== undefined && owner !== member.id && phone !== plainPhone(member.phone);
  };
  return matched.filter(
    ({ row: { employee }, member }) =>
      employee && (replacesIdentity(member, employee) || takesPhone(member, employee)),
  ).length;
}
