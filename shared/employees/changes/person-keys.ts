/** Normalizes a name without accents, case, and punctuation: "O'Brien-Lünd" equals "obrien lund". */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

export const plainPhone = (phone: string | null | undefined): string =>
  (phone ?? '').replaceAll(/\D/g, '').slice(-10);

const plainNumber = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/\s/g, '').toLowerCase();

/** Identifying details of a row or a member record. */
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

/** Returns identifying keys, the most reliable first; '' if unknown. */
export const keysOf = (person: Person): Record<KeyName, string> => ({
  'employee number': plainNumber(person.employeeNumber),
  'key fob': plainNumber(person.keyFob),
  'name with birth date': joined(fullName(person), person.dateOfBirth),
  email: person.email.trim().toLowerCase(),
});

/** Returns values that a person's records share after a key changed; matches are reported, not applied. */
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
