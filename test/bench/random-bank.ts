import { newId } from '../../functions/platform/time-and-chance.ts';
import { put } from '../../functions/table/write-items.ts';
import { keys } from '../../functions/table/keys.ts';
import { getItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { beginDaysAnew } from '../bank-files/random-bank.ts';
import { learnDeaths, liveSeed } from '../bank-files/random-bank-seeds.ts';
import { prepareHistories } from '../bank-files/random-sending.ts';
import '../support/jobs.ts';
import { makeWorld, secondAdministrator } from '../support/world.ts';
import { print, type Line } from './measure.ts';
import { runSeeds } from './seed-blocks.ts';

/** So many lives end before 2099: years in bank files have two digits. */
const livesInTable = 500;

/**
 * Random lives of payments with a bank that loses, repeats and delays, and workers that die at any write of send, approve, resolve,
 * inbox, retry, reverse and settle. Seeds that an earlier run noted are not lived through again.
 *
 * @param minutes when it ends, however many are left; it says how many were lived through
 */
export async function benchRandomBank(count = 10_000, minutes = Infinity): Promise<Line[]> {
  let admins = await administrators();
  const deaths = await learnDeaths(admins);
  let lived = 0;
  const live = async (seed: number) => {
    if (lived > 0 && lived % livesInTable === 0) admins = await inNewTable();
    lived += 1;
    return liveSeed(admins, deaths, seed);
  };
  const blocks = await runSeeds({
    folder: '.local/random-bank',
    count,
    minutes,
    live,
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

/** The same days once more, in a table without the files of the first time: the bank names a file by its day. */
async function inNewTable(): Promise<[User, User]> {
  // this process keeps the vault's key and does not make another
  const vaultKey = await getItems([keys.vaultKey('1')]);
  process.env.TABLE_NAME = `wellport-${newId()}`;
  beginDaysAnew();
  // the administrators are there before the first day
  delete process.env.CLOCK_SHIFT_MS;
  const admins = await administrators();
  await transact(...vaultKey.map((item) => ({ item: put(item) })));
  return admins;
}

async function administrators(): Promise<[User, User]> {
  const { admin } = await makeWorld();
  const other = await secondAdministrator();
  await prepareHistories([admin, other]);
  return [admin, other];
}
