import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { setEnvironment } from './environment.ts';

// npm run simulate -- --seeds 1000 --days 365 --first 1: simulates years of business and reports the first failure of each seed

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    first: { type: 'string', default: '1' },
    days: { type: 'string', default: '90' },
    shrink: { type: 'boolean', default: false },
  },
});

setEnvironment();
const print = process.stdout.write.bind(process.stdout);
// the portal writes one log line per request
process.stdout.write = (text: unknown) => (String(text).startsWith('{"') ? true : print(String(text)));
const { eventKinds, simulate, SimulationFailed } = await import('./simulate.ts');
const { shrink } = await import('./shrink.ts');
const { someFaults, noFaults } = await import('./cloud.ts');

/** Simulates one seed and prints its outcome; every third seed without faults, because its failures are easier to read. */
async function runSeed(seed: number): Promise<boolean> {
  const began = process.cpuUsage();
  const faults = seed % 3 === 0 ? noFaults : someFaults;
  try {
    const options = { seed, days: Number(values.days), faults, events: eventKinds };
    const { digest, members, payments, calls } = await simulate(options);
    const seconds = (process.cpuUsage(began).user / 1e6).toFixed(1);
    print(
      `seed ${seed}: ${members} members, ${payments} payments, ${calls} calls, ${seconds} s, ${digest}\n`,
    );
    return true;
  } catch (error) {
    if (!(error instanceof SimulationFailed)) throw error;
    const shown = values.shrink ? await shrink(error) : error;
    print(`seed ${seed} failed: ${shown.message}\n`);
    return false;
  }
}

/** Runs each seed in its own process, because modules of the portal cache secrets and the last ID. */
function runSeeds(first: number, count: number): void {
  let failed = 0;
  for (let seed = first; seed < first + count; seed++) {
    const args = [
      '--seeds',
      '1',
      '--first',
      String(seed),
      '--days',
      values.days,
      ...(values.shrink ? ['--shrink'] : []),
    ];
    const script = process.argv[1] ?? '';
    if (spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status !== 0) failed += 1;
  }
  print(`${count - failed} simulations passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const [first, count] = [Number(values.first), Number(values.seeds)];
if (count > 1) runSeeds(first, count);
else process.exitCode = (await runSeed(first)) ? 0 : 1;
