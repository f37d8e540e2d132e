import { parseArgs } from 'node:util';
import type { Faults } from './cloud.ts';
import { setEnvironment } from './environment.ts';

// npm run simulate -- --seeds 1000 --days 365 --first 1: simulates years of business and reports the first failure of each seed

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    first: { type: 'string', default: '1' },
    days: { type: 'string', default: '90' },
    shrink: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});

setEnvironment();
const print = process.stdout.write.bind(process.stdout);
// the portal writes one log line per request
process.stdout.write = ((text: unknown) =>
  String(text).startsWith('{"') ? true : print(String(text))) as typeof process.stdout.write;
const { eventKinds, simulate, SimulationFailed } = await import('./simulate.ts');
const { shrink } = await import('./shrink.ts');
const { someFaults, noFaults } = await import('./cloud.ts');

let failed = 0;
const first = Number(values.first);
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const began = process.cpuUsage();
  // every third seed without faults, so that failures of rules are easy to read
  const faults: Faults = seed % 3 === 0 ? noFaults : someFaults;
  try {
    const { digest, members, payments, calls } = await simulate({
      seed,
      days: Number(values.days),
      faults,
      events: eventKinds,
    });
    const seconds = (process.cpuUsage(began).user / 1e6).toFixed(1);
    print(
      `seed ${seed}: ${members} members, ${payments} payments, ${calls} calls, ${seconds} s, ${digest}\n`,
    );
  } catch (error) {
    if (!(error instanceof SimulationFailed)) throw error;
    failed += 1;
    const shown = values.shrink ? await shrink(error) : error;
    print(`seed ${seed} failed: ${shown.message}\n`);
  }
}
print(`${Number(values.seeds) - failed} simulations passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
