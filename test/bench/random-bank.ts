import type { User } from '../../functions/users/user.ts';
import { learnDeaths, liveSeed } from '../bank-files/random-bank-seeds.ts';
import { prepareHistories } from '../bank-files/random-sending.ts';
import '../support/jobs.ts';
import { makeWorld, secondAdministrator } from '../support/world.ts';
import { print, type Line } from './measure.ts';
import { runSeeds } from './seed-blocks.ts';

/**
 * Random lives of payments with a bank that loses, repeats and delays, and workers that die at any write of send, approve, resolve,
 * inbox, retry, reverse and settle. Seeds that an earlier run noted are not lived through again.
 *
 * @param minutes when it ends, however many are left; it says how many were lived through
 */
export async function benchRandomBank(count = 10_000, minutes = Infinity): Promise<Line[]> {
  const admins = await administrators();
  const deaths = await learnDeaths(admins);
  const blocks = await runSeeds({
    folder: '.local/random-bank',
    count,
    minutes,
    live: (seed) => liveSeed(admins, deaths, seed),
  });
  const failed = blocks.flatMap((block) => block.failed);
  const seeds = blocks.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  for (const failure of failed) console.log(failure);
  const lines = [
    {
      what: 'random lives with a bank; those that lost or doubled a cent, or left one unexplained',
      value: `${seeds.toLocaleString('en-US')}; ${failed.length}`,
      bound: `${count.toLocaleString('en-US')}; none`,
      holds: seeds >= count && failed.length === 0,
    },
    {
      what: 'commits that they were lived through at',
      value: [...new Set(blocks.map(({ commit }) => commit))].join(', '),
    },
  ];
  print('With a bank at random', lines);
  return lines.slice(0, 1);
}

async function administrators(): Promise<[User, User]> {
  const { admin } = await makeWorld();
  const other = await secondAdministrator();
  await prepareHistories([admin, other]);
  return [admin, other];
}
