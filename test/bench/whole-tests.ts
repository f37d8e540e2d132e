import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { print, type Line } from './measure.ts';

/** The test files that try a part in every run (test/support/sized.ts), with all that they have. */
export function benchWholeTests(): Line[] {
  const files = globSync('test/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('/sized.ts'),
  );
  const report = '.local/whole-tests.json';
  rmSync(report, { force: true });
  const began = performance.now();
  spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files],
    { stdio: 'inherit', env: { ...process.env, WHOLE_TESTS: 'true' } },
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  const lines: Line[] = [
    {
      what: `tests of ${files.length} files with all that they have, in ${Math.round((performance.now() - began) / 1000)} s: passed; failed`,
      value: `${numPassedTests}; ${numFailedTests}`,
      bound: 'none failed',
      holds: numPassedTests > 0 && numFailedTests === 0,
    },
  ];
  print('Whole tests', lines);
  return lines;
}
