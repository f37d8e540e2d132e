import { beforeAll, describe, expect, it, vi } from 'vitest';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import type { Death } from './random-bank.ts';
import { acts, learnDeaths, liveSeed } from './random-bank-seeds.ts';
import { prepareHistories } from './random-sending.ts';

let admins: [User, User];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { admin } = await makeWorld();
  const names = { email: 'admin2@test.test', firstName: 'Bo', lastName: 'Lind' };
  const other = newUser({ id: 'user-admin-2', role: 'systemAdmin', ...names });
  await transact(...userChange(null, other));
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
