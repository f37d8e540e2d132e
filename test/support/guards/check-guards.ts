import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { guards, withoutGuard, type Guard } from './guards.ts';

// npm run check:guards [-- <part of a file name or test>]: removes each guard in a copy of the last commit and runs its
// test, which must fail. GUARD_TESTS replaces the command of the tests.
const [wanted = ''] = process.argv.slice(2);
const [command = 'npm', ...args] = (process.env.GUARD_TESTS ?? 'npm test --').split(' ');
const copy = resolve('.local/guards');

const git = (...params: string[]) => execFileSync('git', params, { stdio: ['ignore', 'pipe', 'inherit'] });
if (existsSync(copy)) git('worktree', 'remove', '--force', copy);
git('worktree', 'add', '--quiet', '--detach', copy, 'HEAD');
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

/** Returns undefined if the test fails as it should. */
function problemOf(guard: Guard): string | undefined {
  const path = join(copy, guard.file);
  const source = readFileSync(path, 'utf8');
  const without = withoutGuard(source, guard);
  if (without === undefined) return 'the guard is not in this file';
  writeFileSync(path, without);
  const { status, stdout } = spawnSync(command, [...args, ...guard.test], { cwd: copy, encoding: 'utf8' });
  writeFileSync(path, source);
  if (status === 0) return 'no test fails without it';
  const isRun = /\b\d+ failed\b/.test(stripVTControlCharacters(stdout));
  return isRun ? undefined : `the test did not run:\n${stdout.slice(-1500)}`;
}

let unnoticed = 0;
for (const guard of guards.filter(({ file, test }) => `${file} ${test.join(' ')}`.includes(wanted))) {
  const error = problemOf(guard);
  if (error !== undefined) unnoticed += 1;
  const { after = '', code } = guard;
  const shown = `${guard.file}: ${after.trim()} ${code.trim().split('\n')[0] ?? ''}`;
  console.log(error === undefined ? `noticed  ${shown}` : `UNNOTICED ${shown}: ${error}`);
}
git('worktree', 'remove', '--force', copy);
console.log(`${guards.length} guards, ${unnoticed} unnoticed`);
process.exit(unnoticed === 0 ? 0 : 1);
