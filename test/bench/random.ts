import * as fc from 'fast-check';
import { newId } from '../../functions/platform/time-and-chance.ts';
import { keys } from '../../functions/table/keys.ts';
import { getItems } from '../../functions/table/batch-get-items.ts';
import { transact } from '../../functions/table/transact.ts';
import { put } from '../../functions/table/put-item.ts';
import type { User } from '../../functions/users/user.ts';
import { interleavings, loadDueTotals, assertSerializable } from '../bank-files/interleavings.ts';
import { resetDays } from '../bank-files/random-bank.ts';
import { acts, findCrashPoints, runSeed } from '../bank-files/random-bank-seeds.ts';
import { histories, runHistory, prepareHistories } from '../bank-files/random-sending.ts';
import { deliveryHistories, prepareDeliveries } from '../integrations/random-deliveries.ts';
import { liveThroughMoves, movesOf, prepareMoves } from '../members/random-moves.ts';
import '../support/jobs.ts';
import { makeWorld, secondAdministrator } from '../support/world.ts';
import { print, type Line } from './measure.ts';

interface SeedRun {
  name: string;
  count: number;
  minutes: number;
  run: (seed: number) => Promise<unknown>;
}

async function runSeeds({ name, count, minutes, run }: SeedRun): Promise<Line[]> {
  const deadline = performance.now() + minutes * 60_000;
  let [seed, failures] = [1, 0];
  for (; seed <= count && performance.now() < deadline; seed++)
    await run(seed).catch((error: unknown) => {
      failures += 1;
      console.log(`${name}, seed ${seed}: ${String(error)}`);
    });
  const line: Line = {
    what: `${name}: seeds; failures`,
    value: `${seed - 1}; ${failures}`,
    bound: `${count}; 0`,
    holds: seed > count && failures === 0,
  };
  print(name, [line]);
  return [line];
}

export async function benchRandomSending(count: number, minutes: number): Promise<Line[]> {
  const admins = await administrators();
  return runSeeds({
    name: 'random sending',
    count,
    minutes,
    run: async (seed) => {
      const [history] = fc.sample(histories, { seed, numRuns: 1 });
      if (history) await runHistory(admins, history);
    },
  });
}

export async function benchRandomMoves(count: number, minutes: number): Promise<Line[]> {
  const [admin] = await administrators();
  prepareMoves();
  const moves = movesOf(3, 2);
  return runSeeds({
    name: 'random moves',
    count,
    minutes,
    run: async (seed) => {
      const [history] = fc.sample(moves, { seed, numRuns: 1 });
      if (history) await liveThroughMoves(admin, history);
    },
  });
}

export async function benchInterleavings(count: number, minutes: number): Promise<Line[]> {
  const [admin] = await administrators();
  await loadDueTotals();
  return runSeeds({
    name: 'interleavings',
    count,
    minutes,
    run: async (seed) => {
      const [history] = fc.sample(interleavings, { seed, numRuns: 1 });
      if (history) await assertSerializable(admin, history);
    },
  });
}

const seedsPerTable = 500;

export async function benchRandomBank(count: number, minutes: number): Promise<Line[]> {
  let admins = await administratorsOfTable();
  const deaths = await findCrashPoints(admins);
  const unseen = new Set([...deaths.map((death) => JSON.stringify(death)), ...acts]);
  const lines = await runSeeds({
    name: 'random bank',
    count,
    minutes,
    run: async (seed) => {
      if (seed > 1 && seed % seedsPerTable === 1) admins = await inNewTable();
      const { death, seen } = await runSeed(admins, deaths, seed);
      if (seen.died) unseen.delete(JSON.stringify(death));
      for (const act of seen.met) unseen.delete(act);
    },
  });
  const coverage: Line = {
    what: 'crash positions and bank actions that did not occur',
    value: String(unseen.size),
    bound: '0',
    holds: unseen.size === 0,
  };
  print('random bank coverage', [coverage]);
  return [...lines, coverage];
}

/** Starts the same days in a new table, because the bank names a file by its day. */
async function inNewTable(): Promise<[User, User]> {
  // the process caches the vault key and does not create another
  const vaultKey = await getItems([keys.vaultKey('1')]);
  process.env.TABLE_NAME = `wellport-${newId()}`;
  resetDays();
  // the administrators must exist before the first day
  delete process.env.CLOCK_SHIFT_MS;
  const admins = await administratorsOfTable();
  await transact(...vaultKey.map((item) => ({ item: put(item) })));
  return admins;
}

let shared: Promise<[User, User]> | undefined;
const administrators = (): Promise<[User, User]> => (shared ??= administratorsOfTable());

async function administratorsOfTable(): Promise<[User, User]> {
  const { admin } = await makeWorld();
  const other = await secondAdministrator();
  await prepareHistories([admin, other]);
  return [admin, other];
}

export async function benchWebhooks(count: number, minutes: number): Promise<Line[]> {
  await makeWorld();
  const deliveries = await prepareDeliveries();
  const lines = await runSeeds({
    name: 'webhooks',
    count,
    minutes,
    run: async (seed) => {
      const [history] = fc.sample(deliveryHistories, { seed, numRuns: 1 });
      if (history) await deliveries.run(history);
    },
  });
  deliveries.stop();
  return lines;
}
