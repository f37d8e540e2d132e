import { transliterate } from '../transliterate.ts';
import type { Member } from './member.ts';

/** True for a name with letters of another script, which bank files and PDFs cannot show. */
export const needsLatinName = (name: string): boolean => /[^\P{L}\p{Script=Latin}]/u.test(name);

/** The form of a name in Latin letters: printable ASCII with a letter. */
export const latinNamePattern = /^(?=.*[A-Za-z])[ -~]+$/;

/** Returns a spelling for the member to confirm: romanized Cyrillic and Greek; empty for other scripts. */
export function suggestedLatinName(name: string): string {
  const spelled = transliterate(name);
  return spelled.includes('?') ? '' : spelled;
}

/** Returns the name for bank files and signed agreements. */
export function latinNameOf({
  firstName,
  lastName,
  latinName,
}: Pick<Member, 'firstName' | 'lastName' | 'latinName'>): string {
  const name = `${firstName} ${lastName}`;
  return latinName !== undefined && needsLatinName(name) ? latinName : name;
}
