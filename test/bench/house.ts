import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handlerOf } from '../../infra/handler-names.ts';
import { scheduledHandlers } from '../../infra/schedules.ts';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { endpoints } from '../../shared/contract.ts';
import { cyclesOf } from '../house/boundaries.ts';
import { sources, type Source } from '../house/sources.ts';
import { print, type Line } from './measure.ts';

const layers = ['shared', 'functions', 'infra', 'web'] as const;

const isCode = ({ path }: Source): boolean => /\.tsx?$/.test(path);

/** A cast says what a type could not; `as const` and the names of imports are none. */
const cast = /[\w)\]}>'"`] as (?!const\b)(?:unknown|readonly|keyof|typeof|string|number|[A-Z]\w*|[{[(])/g;

const castsIn = ({ text }: Source): number =>
  text
    .replaceAll(/'[^'\n]*'|`[^`$\n]*`/g, "''")
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*|import|export \{|\w+ as \w+,$)/.test(line))
    .flatMap((line) => line.match(cast) ?? []).length;

/** Lines of a file that say something by themselves: neither brackets, imports nor comments. */
const saying = ({ text }: Source): { line: string; number: number }[] =>
  text
    .split('\n')
    .map((line, place) => ({ line: line.trim(), number: place + 1 }))
    .filter(({ line }) => !/^(?:[\])}>;,({[]*|import .*|\} from .*|\/\/.*|\/?\*.*)$/.test(line));

const blockLines = 8;

/** Blocks of so many equal lines, one after the other, that stand in more than one place; each run is one block. */
function duplicates(files: readonly Source[], size = blockLines): string[] {
  const places = new Map<string, { path: string; at: number }[]>();
  const said = files.map((file) => ({ path: file.path, lines: saying(file) }));
  for (const { path, lines } of said)
    for (let at = 0; at + size <= lines.length; at++) {
      const block = lines
        .slice(at, at + size)
        .map(({ line }) => line)
        .join('\n');
      places.set(block, [...(places.get(block) ?? []), { path, at }]);
    }
  const repeated = [...places.values()].filter(({ length }) => length > 1);
  const known = new Set(repeated.map((all) => all.map(({ path, at }) => `${path} ${at}`).join()));
  // a block that only goes on with the one a line before is the same run
  const begins = repeated.filter((all) => !known.has(all.map(({ path, at }) => `${path} ${at - 1}`).join()));
  return begins.map((all) =>
    all
      .map(({ path, at }) => {
        const { lines = [] } = said.find((one) => one.path === path) ?? {};
        return `${path}:${lines[at]?.number ?? 0}`;
      })
      .join(' = '),
  );
}

/** The longest function of the layers, as the linter counts its lines; it is asked for those of more than 40. */
function longestFunction(): { lines: number; where: string } {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-lint-'));
  const config = join(folder, 'rules.json');
  const rules = { 'max-lines-per-function': ['error', { max: 40 }] };
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }));
  const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-c', config, '-f', 'unix', ...layers], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  rmSync(folder, { recursive: true, force: true });
  const found = [...stdout.matchAll(/^(\S+?):\d+:\d+:.*has too many lines \((\d+)\)/gm)];
  const longest = found.toSorted((one, other) => Number(other[2]) - Number(one[2]))[0];
  return { lines: Number(longest?.[2] ?? 0), where: longest?.[1] ?? '' };
}

const unusedExports = (): number => {
  const { stdout } = spawnSync(
    'node_modules/.bin/knip',
    ['--include', 'exports,types', '--reporter', 'compact'],
    {
      encoding: 'utf8',
    },
  );
  return stdout.split('\n').filter((line) => /^\S+\.tsx?: /.test(line)).length;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** How many files of the house name something. */
const naming = (files: readonly Source[], name: RegExp): number =>
  files.filter(({ text }) => name.test(text)).length;

/** `npm run bench -- house`: what the house is like, in the numbers that its laws and aims speak of. */
export function benchHouse(): Line[] {
  const files = sources(...layers).filter(isCode);
  const tests = sources('test').filter(isCode);
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  const casts = (1000 * files.reduce((sum, file) => sum + castsIn(file), 0)) / lines;
  const blocks = duplicates(files);
  for (const block of blocks) console.log(`  twice: ${block}`);
  const longest = longestFunction();
  const file = files.toSorted((one, other) => other.text.length - one.text.length);
  const longestFile = Math.max(...file.map(({ text }) => text.split('\n').length - 1));
  // a contract row, a handler and an example; a row of the grants where it may more
  const ofEndpoints = endpoints.map(
    (endpoint) => 2 + naming(sources('infra').filter(isCode), new RegExp(`'${handlerOf(endpoint)}'`)),
  );
  // the names of the member flows are those of payment types and dates too, so that they count nothing
  const ofFlows = Object.keys(bankFlowTable)
    .filter((flow) => !flow.startsWith('member'))
    .map((flow) =>
      naming(
        files.filter(({ path }) => !/^(web|infra)\//.test(path)),
        new RegExp(`\\b${flow}\\b`),
      ),
    );
  const ofSchedules = scheduledHandlers.map(
    (handler) => 1 + naming(sources('infra').filter(isCode), new RegExp(`'${handler}'`)),
  );
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const measured: Line[] = [
    bounded(`casts in 1,000 lines, ${lines} lines at ${commit}`, Number(casts.toFixed(2)), 2),
    bounded('circles of imports at run time', cyclesOf(files).length, 0),
    bounded('unused exports and types', unusedExports(), 0),
    bounded(`blocks of ${blockLines} equal lines in more than one place`, blocks.length, 8),
    bounded(`the longest function, ${longest.where}`, longest.lines, 60),
    bounded('the longest file', longestFile, 200),
    bounded('files that an endpoint is named in, without its test: the median', median(ofEndpoints), 3),
    bounded('files below the pages that a bank flow is named in: the median', median(ofFlows), 3),
    bounded('files that a scheduled job is made of: the median', median(ofSchedules), 2),
    { what: 'test files', value: String(tests.length) },
  ];
  print('The house', measured);
  return measured;
}

const bounded = (what: string, value: number, bound: number): Line => ({
  what,
  value: value.toLocaleString('en-US'),
  bound: `at most ${bound}`,
  holds: value <= bound,
});
