import { withoutMarks } from '../transliterate.ts';

/** Texts by which a person is recognized in a text that another user entered. */
export interface PersonTexts {
  /** Names that identify the person alone: last names and full names. */
  names: readonly string[];
  /** Names that are removed beside one of the others. */
  firstNames: readonly string[];
  /** Email addresses and numbers. */
  identifiers: readonly string[];
}

interface NamedPerson {
  firstName: string;
  lastName: string;
  latinName?: string | null | undefined;
  email: string;
  employeeNumber?: string | null | undefined;
  keyFobNumber?: string | null | undefined;
  formerKeyFobNumber?: string | null | undefined;
}

/** Shorter numbers are part of dates and other numbers. */
const shortestNumber = 5;

/** Returns the texts that name a person, from the memberships and the login before their erasure. */
export const personTexts = (records: readonly NamedPerson[]): PersonTexts => ({
  names: distinct(
    records.flatMap(({ lastName, latinName }) => [
      lastName,
      latinName ?? '',
      latinName?.split(' ').slice(1).at(-1) ?? '',
    ]),
  ),
  firstNames: distinct(
    records.flatMap(({ firstName, latinName }) => [
      firstName,
      latinName?.split(' ').slice(0, -1).at(0) ?? '',
    ]),
  ),
  identifiers: distinct(
    records.flatMap(({ email, employeeNumber, keyFobNumber, formerKeyFobNumber }) => [
      email,
      ...[employeeNumber, keyFobNumber, formerKeyFobNumber].map((number) =>
        number && number.length >= shortestNumber ? number : '',
      ),
    ]),
  ),
});

const distinct = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => /[\p{L}\p{N}]/u.test(text))),
];

export const namesPerson = (person: PersonTexts, text: string): boolean =>
  withoutPerson(person, text) !== text;

const replacement = 'erased';

/**
 * Returns a text with the person's name, addresses, and numbers replaced, regardless of case, accents, and the characters
 * between the parts of a name: "Okonkwo_leaves.csv" is "erased_leaves.csv". A first name alone identifies no person.
 */
export function withoutPerson({ names, firstNames, identifiers }: PersonTexts, text: string): string {
  const withoutIdentifiers = identifiers.reduce(withoutIdentifier, text);
  const withoutNames = names.reduce(withoutName, withoutIdentifiers);
  return withoutNames === text ? text : firstNames.reduce(withoutName, withoutNames);
}

function withoutIdentifier(text: string, identifier: string): string {
  const index = text.toLowerCase().indexOf(identifier.toLowerCase());
  if (index < 0) return text;
  return `${text.slice(0, index)}${replacement}${withoutIdentifier(text.slice(index + identifier.length), identifier)}`;
}

const lettersOf = (text: string): string =>
  withoutMarks(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/** Words, also those that begin with a capital letter within a word: "OkonkwoLeaves". */
const word = /\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+/gu;

/** Replaces a name that is one or more successive words of the text. */
function withoutName(text: string, name: string): string {
  const letters = lettersOf(name);
  if (letters === '') return text;
  const words = [...text.matchAll(word)];
  let result = '';
  let end = 0;
  for (const [first, { index }] of words.entries()) {
    if (index < end) continue;
    let spelled = '';
    for (const { 0: part, index: start } of words.slice(first)) {
      spelled += lettersOf(part);
      if (spelled.length < letters.length) continue;
      if (spelled === letters) {
        result += text.slice(end, index) + replacement;
        end = start + part.length;
      }
      break;
    }
  }
  return result + text.slice(end);
}
