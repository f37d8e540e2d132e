import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import '../support/jobs.ts';
import { makeWorld, secondAdministrator } from '../support/world.ts';
import type { Death } from './random-bank.ts';
import { acts, learnDeaths, liveSeed } from './random-bank-seeds.ts';
import { prepareHistories } from './random-sending.ts';

let admins: [User, User];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { admin } = await makeWorld();
  const other = await secondAdministrator();
  admins = [admin, other];
  await prepareHistories(admins);
});

// the long bench lives through 10,000 (test/bench/random-bank.ts)
const firsts = [1, 51, 101, 151];
const inBlock = 50;
let deaths: readonly Death[];
const seen = new Set<string>();
const met = new Set<string>();

it('a life without deaths counts the writes at which the others die', async () => {
  deaths = await learnDeaths(admins);
  expect(deaths.length).toBeGreaterThan(0);
});

describe('no cent is lost or doubled, whatever the bank does and at whichever write a worker dies', () => {
  it.each(firsts)('in fifty lives from seed %i on', async (first) => {
    for (let seed = first; seed < first + inBlock; seed++) {
      const one = await liveSeed(admins, deaths, seed);
      if (one.seen.died) seen.add(JSON.stringify(one.death));
      for (const act of one.seen.met) met.add(act);
    }
  });

  it('before and after every write of every step, and with all that the bank does', () => {
    expect(deaths.map((one) => JSON.stringify(one)).filter((one) => !seen.has(one))).toEqual([]);
    expect(acts.filter((act) => !met.has(act))).toEqual([]);
  });
});
