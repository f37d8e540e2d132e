import { readFileSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { bugs } from './planted/bugs.ts';
import { plant } from './planted/plant.ts';

// npm run simulate -- --seeds 1000 --days 365 --first 1: simulates years of business and reports the first failure of each seed

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    first: { type: 'string', default: '1' },
    days: { type: 'string', default: '90' },
    members: { type: 'string', default: '300' },
    /** Members per range of a generation and payments per step of a check, as if all were large. */
    range: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    /** Adds the shrunk failure to the cases that `npm test` repeats. */
    save: { type: 'boolean', default: false },
    plant: { type: 'string' },
  },
});

// compiling the portal takes as long as a simulation of a few days
enableCompileCache();
// reads of the real environment are calls to the system, and expected errors need no stack
process.env = { ...process.env };
Error.stackTraceLimit = process.env.SIMULATION_STACKS ? 20 : 0;
if (values.plant !== undefined) {
  const bug = bugs.find(({ name }) => name === values.plant);
  if (!bug) throw new Error(`unknown bug ${values.plant}`);
  plant(bug);
}
// loads modules of the portal, which must not be loaded before a bug is planted
const { setEnvironment } = await import('./environment.ts');
setEnvironment();
const print = process.stdout.write.bind(process.stdout);
// the portal writes one log line per request
process.stdout.write = (text: unknown) => (String(text).startsWith('{"') ? true : print(String(text)));
const { eventKinds, simulate, SimulationFailed } = await import('./simulate.ts');
const { shrink } = await import('./shrink.ts');
const { someFaults, noFaults } = await import('./faults.ts');

/** Simulates one seed and prints its outcome; every third seed without faults, because its failures are easier to read. */
async function runSeed(seed: number): Promise<boolean> {
  const began = process.cpuUsage();
  const faults = seed % 3 === 0 ? noFaults : someFaults;
  try {
    const [days, members] = [Number(values.days), Number(values.members)];
    const rangeMembers = values.range === undefined ? {} : { rangeMembers: Number(values.range) };
    const options = { seed, days, members, faults, events: eventKinds, ...rangeMembers };
    const { digest, members: count, payments, calls } = await simulate(options);
    const seconds = (process.cpuUsage(began).user / 1e6).toFixed(1);
    print(`seed ${seed}: ${count} members, ${payments} payments, ${calls} calls, ${seconds} s, ${digest}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof SimulationFailed)) throw error;
    const shown = values.shrink || values.save ? await shrink(error) : error;
    if (values.save) saveCase(shown);
    print(`seed ${seed} failed: ${shown.message}\n`);
    return false;
  }
}

/** Appends a failure to `cases.json`, with the violated invariant as the title of its test. */
function saveCase({ violation: title, options }: InstanceType<typeof SimulationFailed>): void {
  const file = new URL('cases.json', import.meta.url);
  const cases = JSON.parse(readFileSync(file, 'utf8')) as object[];
  writeFileSync(file, `${JSON.stringify([...cases, { title, options }], null, 2)}\n`);
}

const [first, count] = [Number(values.first), Number(values.seeds)];
let failed = 0;
for (let seed = first; seed < first + count; seed++) {
  if (await runSeed(seed)) continue;
  failed += 1;
  // a planted bug is found by its first failure
  if (values.plant !== undefined) break;
}
if (count > 1 && values.plant === undefined)
  print(`${count - failed} simulations passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
