import { words } from './readable-values.ts';

/** Titles of columns with whole names, in lowercase letters and digits. */
const wholeNameTitles = new Set([
  'worker',
  'workername',
  'employee',
  'employeename',
  'employeefullname',
  'fullname',
  'nombrecompleto',
  'nomcomplet',
  'legalname',
  'fulllegalname',
  'payrollname',
  'name',
  'names',
  'staffname',
  'staffmember',
  'associate',
  'associatename',
  'teammember',
  'teammembername',
  'membername',
  'personname',
  'displayname',
  'lastfirst',
  'lastfirstmi',
  'lastfirstmiddle',
  'namelastfirst',
  'namelastfirstmi',
  'namelastfirstmiddle',
  'lastnamefirstname',
  'lastnamefirstnamemi',
  'firstlast',
  'firstnamelastname',
  'firstandlastname',
]);

/** Returns true for a title of whole names; `plain` is the title in lowercase letters and digits. */
export const isWholeNameTitle = (plain: string): boolean => wholeNameTitles.has(plain);

/** First and last name; '' for a part that the text does not have. */
export interface SplitName {
  firstName: string;
  lastName: string;
}

const suffix = /^(?:jr|sr|junior|senior|i{2,3}|iv|vi{0,2}|[2-5](?:nd|rd|th))\.?$/i;
const credential =
  /^(?:m\.?d|d\.?o|ph\.?d|ed\.?d|j\.?d|d\.?d\.?s|d\.?v\.?m|r\.?n|b\.?s\.?n|m\.?s\.?n|l\.?p\.?n|n\.?p|c\.?p\.?a|m\.?b\.?a|esq|p\.?e|cfa|pmp)\.?$/i;
const salutation = /^(?:mr|mrs|ms|miss|mx|dr|prof|sra|srta|sr(?=\.$))\.?$/i;
const particles = new Set(
  'af al ap av bin bint da dal dalla das de degli dei del della den der des di do dos du el ibn la las le lo los mac o ten st st. ste ste. ter van vande vander vom von y zu zum zur'.split(
    ' ',
  ),
);

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const isSuffix = (text: string): boolean => suffix.test(text);

/** Splits "Last, First", "Last, First, Jr.", and "Last, Jr., First"; credentials are no part of a name. */
function splitAtComma(text: string): SplitName {
  const parts = text
    .split(',')
    .map((part) => wordsOf(part).join(' '))
    .filter((part) => part !== '' && !credential.test(part));
  const [last = '', ...rest] = parts;
  const suffixes = rest.filter(isSuffix);
  const first = rest.filter((part) => !isSuffix(part));
  // "Dana Whitlock, Jr."
  if (first.length === 0 && wordsOf(last).length > 1) {
    const natural = splitInOrder(last);
    return { ...natural, lastName: [natural.lastName, ...suffixes].join(' ') };
  }
  // more commas than a name has
  if (first.length > 1) return { firstName: '', lastName: '' };
  const givenNames = wordsOf(first[0] ?? '');
  const trailing = givenNames.length > 1 && isSuffix(givenNames.at(-1) ?? '') ? givenNames.splice(-1) : [];
  return {
    firstName: givenNames
      .filter((word, index) => !(index === 0 && givenNames.length > 1 && salutation.test(word)))
      .join(' '),
    lastName: [last, ...trailing, ...suffixes].join(' '),
  };
}

// others are also first names: Mac, Do, Della
const leadingParticles = new Set('da de del den der di dos du la ter van von zum zur'.split(' '));
// V and VI are also first and last names
const certainSuffix = /^(?:jr|sr|junior|senior|i{2,3}|iv|[2-5](?:nd|rd|th))\.?$/i;

/** Returns true for a last name without a first name: "Smith Jr", "Mr. Smith", "de la Cruz". */
function isLastNameOnly(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (words.length === 2) return certainSuffix.test(last) || salutation.test(words[0] ?? '');
  const [first = '', ...middle] = words.slice(0, -1).map((word) => word.toLowerCase());
  return leadingParticles.has(first) && middle.length > 0 && middle.every((word) => particles.has(word));
}

/** Splits "First Last": particles and a suffix belong to the last name, other words to the first name. */
function splitInOrder(text: string): SplitName {
  const words = wordsOf(text).filter((word) => !credential.test(word));
  if (words.length > 2 && salutation.test(words[0] ?? '')) words.shift();
  if (isLastNameOnly(words)) return { firstName: '', lastName: words.join(' ') };
  const suffixes = words.length > 2 && isSuffix(words.at(-1) ?? '') ? words.splice(-1) : [];
  if (words.length < 2) return { firstName: words.join(' '), lastName: '' };
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && particles.has(word.toLowerCase()),
  );
  const start = particle > 0 ? particle : words.length - 1;
  return {
    firstName: words.slice(0, start).join(' '),
    lastName: [...words.slice(start), ...suffixes].join(' '),
  };
}

/** Returns true if the values are names written as "Last, First". */
export const hasLastNameFirst = (values: readonly string[]): boolean => {
  const filled = values.filter((value) => value.trim() !== '');
  const withComma = filled.filter((value) => /\p{L},\s*\p{L}/u.test(value) && !/[@\d]/.test(value));
  return withComma.length > 0 && withComma.length * 2 > filled.length;
};

/**
 * Splits each value of a column by itself. In a column of "Last, First", by its title or values, a name without a comma
 * has an unknown order and no parts; otherwise names are "First Last". A name of one word is a first name without a last name.
 */
export function splitNames(values: readonly string[], title = ''): SplitName[] {
  const isTitled = /\blast\b.*\bfirst\b/.test(words(title));
  const isLastFirst = hasLastNameFirst(values) || isTitled;
  const hasCommas = values.some((value) => value.includes(','));
  return values.map((value) => {
    const text = wordsOf(value).join(' ').replace(/,$/, '');
    if (text.includes(',')) return splitAtComma(text);
    const [lastName = '', firstName = '', ...others] = wordsOf(text);
    if (isTitled && !hasCommas && others.length === 0) return { firstName, lastName };
    if (isLastFirst && firstName !== '') return { firstName: '', lastName: '' };
    return splitInOrder(text);
  });
}
