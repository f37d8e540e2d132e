import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bugs } from './bugs.ts';

// npm run simulate:planted [-- --seeds 200 --only <part of a name>]: plants each bug and simulates seeds until one fails

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    days: { type: 'string', default: '75' },
    members: { type: 'string', default: '16' },
    only: { type: 'string', default: '' },
    /** File to which each row is appended, for a run that may be interrupted. */
    log: { type: 'string' },
  },
});

const script = new URL('../run.ts', import.meta.url).pathname;
let found = 0;
const chosen = bugs.filter(({ name }) => name.includes(values.only));
for (const { name } of chosen) {
  const { seeds, days, members } = values;
  const args = ['--plant', name, '--seeds', seeds, '--days', days, '--members', members];
  const { stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  const [, seed, violation = ''] = /^seed (\d+) failed: (.*)$/m.exec(stdout) ?? [];
  if (seed !== undefined) found += 1;
  const row = `| ${name} | ${seed === undefined ? 'not found' : `seed ${seed}`} | ${violation.slice(0, 110)} |`;
  process.stdout.write(`${row}\n`);
  if (values.log) appendFileSync(values.log, `${row}\n`);
}
process.stdout.write(`${found} of ${chosen.length} planted bugs are found within ${values.seeds} seeds\n`);
