import type { Seeded } from './seed.ts';
import { withoutMarks } from '../../../shared/transliterate.ts';

const firstNames = `
  Ava José Linnea Marcus Priya Søren Grace Dmitri Chloé Kwame Hannah Tomás Mai Oliver Zoë Andre Fatima
  Björn Renée Samuel Yuki Elena Malik Nora Raúl Ingrid Deshawn Amélie Peter Sunita Caleb Nguyệt Tessa Hugo
  Imani Walter Beatriz Liam Astrid Jamal Naomi Carl Esperança Owen Leilani Viktor Ruth Mateo
`
  .trim()
  .split(/\s+/);

const lastNames = `
  Nguyen Lindqvist García Washington Patel O’Brien Kowalski Müller Johnson Hernández Xiong Okonkwo Larson
  Petrov D’Angelo Whitfield Yamamoto Bjørnstad Castillo Freeman Novák Schroeder Ali Fontaine Redbird
  Halvorsen Muñoz Osei Baker Vang Ferreira Hughes Ström Delacroix Park Sullivan Abdi Lefèvre Thompson
  Ibarra Keller Moreau Singh Åkesson Brooks Tran Rossi
`
  .trim()
  .split(/\s+/);

export interface Name {
  firstName: string;
  lastName: string;
}

/** Returns unique names per partner: both lists are iterated with different steps. */
export const nameOf = (partner: number, index: number): Name => ({
  firstName: firstNames[(index * 5 + partner * 16) % firstNames.length] ?? '',
  lastName: lastNames[(index * 7 + partner * 11) % lastNames.length] ?? '',
});

const plain = (text: string): string =>
  withoutMarks(text)
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-z]/g, '');

/** Returns a typical work email address. */
export const addressOf = ({ firstName, lastName }: Name, domain: string): string =>
  `${plain(firstName)}.${plain(lastName)}@${domain}`;

/** 555-0100 to 555-0199 are reserved for fiction. */
export const demoPhone = (areaCode: string, { between }: Seeded): string =>
  `${areaCode}55501${String(between(0, 99)).padStart(2, '0')}`;
