import * as fc from 'fast-check';
import type { User } from '../../functions/users/user.ts';
import { interleavings, learnWhatIsDue, mustBeSerial } from '../bank-files/interleavings.ts';
import { histories, liveThrough, prepareHistories } from '../bank-files/random-sending.ts';
import { liveThroughMoves, movesOf, prepareMoves } from '../members/random-moves.ts';
import '../support/jobs.ts';
import { makeWorld, secondAdministrator } from '../support/world.ts';
import { print, type Line } from './measure.ts';
import { runSeeds, type SeedBlock } from './seed-blocks.ts';

/** Where the seeds are noted that were lived through. */
const notes = '.local/random-sending';

/**
 * Random histories of sending with workers that die beside others that live: a payment goes out once in each. Seeds that
 * an earlier run noted are not lived through again.
 *
 * @param minutes when it ends, however many histories are left; it says how many were lived through
 */
export async function benchRandomSending(count = 10_000, minutes = Infinity): Promise<Line[]> {
  const admins = await administrators();
  const blocks = await runSeeds({
    folder: notes,
    count,
    minutes,
    live: async (seed) => {
      const [history] = fc.sample(histories, { seed, numRuns: 1 });
      if (history) await liveThrough(admins, history);
    },
  });
  const { lines, all } = linesOf(blocks, {
    what: 'random histories lived through; those in which a payment did not go out exactly once',
    count,
  });
  print('Sending at random', all);
  return lines;
}

/** Random histories of transfers and imports of clubs that die at a write (their seeds are noted too). */
export async function benchRandomMoves(count = 10_000, minutes = Infinity): Promise<Line[]> {
  const [admin] = await administrators();
  prepareMoves();
  const moves = movesOf(3, 2);
  const blocks = await runSeeds({
    folder: '.local/random-moves',
    count,
    minutes,
    live: async (seed) => {
      const [one] = fc.sample(moves, { seed, numRuns: 1 });
      if (one) await liveThroughMoves(admin, one);
    },
  });
  const { lines, all } = linesOf(blocks, {
    what: 'random histories of transfers and imports; those in which a member, a cent or a club was lost or doubled',
    count,
  });
  print('Moves at random', all);
  return lines;
}

/** Random interleavings of what several users do to the same payments; one thread could have done each (their seeds are noted too). */
export async function benchInterleavings(count = 5_000, minutes = Infinity): Promise<Line[]> {
  const [admin] = await administrators();
  await learnWhatIsDue();
  const blocks = await runSeeds({
    folder: '.local/interleavings',
    count,
    minutes,
    live: async (seed) => {
      const [one] = fc.sample(interleavings, { seed, numRuns: 1 });
      if (one) await mustBeSerial(admin, one);
    },
  });
  const { lines, all } = linesOf(blocks, {
    what: 'interleavings of generate, edit, undo, cancel and send; those that one thread could not have done',
    count,
  });
  print('Interleavings', all);
  return lines;
}

let both: Promise<[User, User]> | undefined;
/** The world of both benches, made once. */
const administrators = (): Promise<[User, User]> => (both ??= makeAdministrators());

async function makeAdministrators(): Promise<[User, User]> {
  const { admin } = await makeWorld();
  muteRequests();
  const other = await secondAdministrator();
  await prepareHistories([admin, other]);
  return [admin, other];
}

/** What so many seeds came to: the line with the bound, and the commits that they were lived through at beside it. */
function linesOf(
  blocks: readonly SeedBlock[],
  { what, count }: { what: string; count: number },
): { lines: Line[]; all: Line[] } {
  const failed = blocks.flatMap((block) => block.failed);
  const seeds = blocks.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  for (const failure of failed) console.log(failure);
  const lines = [
    {
      what,
      value: `${seeds.toLocaleString('en-US')}; ${failed.length}`,
      bound: `${count.toLocaleString('en-US')}; none`,
      holds: seeds >= count && failed.length === 0,
    },
  ];
  const commits = [...new Set(blocks.map(({ commit }) => commit))].join(', ');
  return { lines, all: [...lines, { what: 'commits that they were lived through at', value: commits }] };
}

/** Tens of thousands of log lines that nobody reads cost more than the histories. */
function muteRequests(): void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text: string | Uint8Array) => String(text).startsWith('{"level":') || write(text);
}
