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

/** Reproducible pseudorandom numbers (mulberry32). */
export interface Seeded {
  /** Returns a number from 0 to less than 1. */
  next: () => number;
  /** Returns an integer from `least` to `most`, inclusive. */
  between: (least: number, most: number) => number;
  /** Returns one of the values; throws for an empty array. */
  pick: <Item>(from: readonly Item[]) => Item;
  chance: (probability: number) => boolean;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    chance: (probability) => next() < probability,
  };
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a ULID-like ID that depends only on the index. */
export function demoId(index: number): string {
  const { next } = seeded(index * 7919 + 17);
  const tail = Array.from({ length: 20 }, () => letters[Math.floor(next() * 32)] ?? '0').join('');
  return `01KDEM${tail}`;
}
