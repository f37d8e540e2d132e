/** Marks, case, and punctuation do not distinguish names: "O'Brien-Lünd" and "obrien lund" are one. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

export const plainPhone = (phone: string | null | undefined): string =>
  (phone ?? '').replaceAll(/\D/g, '').slice(-10);

const plainNumber = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/\s/g, '').toLowerCase();

/** What a row or a member record has to identify a person. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone?: string | null | undefined;
  dateOfBirth?: string | null | undefined;
  employeeNumber?: string | null | undefined;
  keyFob?: string | null | undefined;
}

export const keyNames = ['employee number', 'key fob', 'name with birth date', 'email'] as const;
export type KeyName = (typeof keyNames)[number];

export const fullName = ({ firstName, lastName }: Person): string =>
  `${plainName(firstName)} ${plainName(lastName)}`.trim();
const joined = (first: string, second: string | null | undefined): string =>
  first === '' || !second ? '' : `${first} ${second}`;

/** The values that identify a person, the most reliable first; '' where one is unknown. */
export const keysOf = (person: Person): Record<KeyName, string> => ({
  'employee number': plainNumber(person.employeeNumber),
  'key fob': plainNumber(person.keyFob),
  'name with birth date': joined(fullName(person), person.dateOfBirth),
  email: person.email.trim().toLowerCase(),
});

/** Values that two records of one person share when a key has changed; equal ones are reported, not matched. */
export const hintsOf = (person: Person): string[] => {
  const [first, last] = [plainName(person.firstName), plainName(person.lastName)];
  const phone = plainPhone(person.phone);
  return [
    joined(`first ${first}`, person.dateOfBirth),
    joined(`last ${last}`, person.dateOfBirth),
    joined(`first ${first}`, phone),
    joined(`last ${last}`, phone),
  ].filter((hint) => hint !== '');
};
