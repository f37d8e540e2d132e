import type { Member } from '../../../shared/members/member.ts';
import type { Cells } from './damaged-files.ts';

const firstNames = [
  'Ann',
  'Bo',
  'Cy',
  'Di',
  'Ed',
  'Fay',
  'Gus',
  'Hal',
  'Ida',
  'Jo',
  'Kai',
  'Lea',
  'Max',
  'Nia',
];
const lastNames = ['Lund', 'Moe', 'Berg', 'Ek', 'Oak', 'Reed', 'Stone', 'Hill', 'Ford', 'Lake', 'West'];

const two = (value: number) => String(value).padStart(2, '0');
export const slashed = (date: string | null): string =>
  date === null ? '' : `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

export function personAt(partnerId: string, place: number): Partial<Member> {
  const firstName = firstNames[place % firstNames.length] ?? '';
  const lastName = `${lastNames[(place * 7) % lastNames.length]}${place % 13 === 0 ? '-Smith' : ''}`;
  const born = `${1955 + ((place * 17) % 45)}-${two(1 + ((place * 5) % 12))}-${two(1 + ((place * 11) % 28))}`;
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${partnerId}.${(place * 37) % 1000}@people.test`.toLowerCase(),
    phone: `(612) 555-${String(1000 + ((place * 73) % 9000)).padStart(4, '0')}`,
    dateOfBirth: place % 10 === 9 ? null : born,
    ...(place % 2 === 0 && { employeeNumber: `E-${1000 + ((place * 29) % 900)}` }),
    invitationStatus: place % 3 === 0 ? 1 : 4,
  };
}

export const titles = ['First Name', 'Last Name', 'Email', 'Phone', 'Date of Birth', 'Employee ID'];

export const rowOf = (member: Member): string[] => [
  member.firstName,
  member.lastName,
  member.email,
  member.phone ?? '',
  slashed(member.dateOfBirth),
  member.employeeNumber ?? '',
];

export const withoutNumbers = (cells: Cells): Cells => cells.map((row) => row.slice(0, -1));
