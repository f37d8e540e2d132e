import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { print, type Line } from './measure.ts';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' });

/** The first source file that each of the last commits changed and that is still there. */
function filesOfCommits(count: number): string[] {
  const commits = git('log', '-200', '--format=%H').trim().split('\n');
  return commits
    .map((commit) =>
      git('show', '--name-only', '--format=', commit)
        .split('\n')
        .find((path) => /^(shared|functions|web|infra)\/.*\.tsx?$/.test(path) && existsSync(path)),
    )
    .filter((path) => path !== undefined)
    .slice(0, count);
}

/** Seconds on the clock, and of the processors by the shell's own account of its children. */
function secondsOfCheck(): { wall: number; cpu: number } {
  const began = performance.now();
  const { stdout } = spawnSync('bash', ['-c', 'npm run -s check -- --changed > /dev/null; times'], {
    encoding: 'utf8',
  });
  const wall = (performance.now() - began) / 1000;
  const [user = 0, system = 0] = [
    ...(stdout.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g),
  ].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));
  return { wall, cpu: user + system };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

/**
 * `npm run check -- --changed` after one file of each of the last 30 commits was touched, in a tree without other
 * changes. Two cores share the work, so that half the processors' seconds are what a quiet machine takes.
 */
export function benchChanged(count = 30): Line[] {
  if (git('status', '--porcelain').trim() !== '')
    throw new Error('commit first: other changes would be measured');
  const files = filesOfCommits(count);
  secondsOfCheckOf('shared/endpoint.ts');
  const measured = files.map((file) => ({ file, ...secondsOfCheckOf(file) }));
  const cpu =
    percentile(
      measured.map((one) => one.cpu),
      0.9,
    ) / 2;
  const lines: Line[] = [
    {
      what: `check -- --changed, one file of each of ${files.length} commits, on two cores, 90th percentile`,
      value: `${cpu.toFixed(1)} s (median ${(
        percentile(
          measured.map((one) => one.cpu),
          0.5,
        ) / 2
      ).toFixed(1)} s; on this clock ${percentile(
        measured.map((one) => one.wall),
        0.9,
      ).toFixed(1)} s)`,
      bound: 'at most 10 s',
      holds: cpu <= 10,
    },
  ];
  print('A change of one file', lines);
  return lines;
}

function secondsOfCheckOf(file: string): { wall: number; cpu: number } {
  const before = readFileSync(file, 'utf8');
  appendFileSync(file, '\n// touched\n');
  try {
    return secondsOfCheck();
  } finally {
    writeFileSync(file, before);
  }
}
