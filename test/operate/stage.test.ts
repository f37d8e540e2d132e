import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withStage } from '../../infra/operate/cdk.ts';
import { nextCommand } from '../../infra/operate/deployment.ts';

/** Commands that use no deployment, or list what exists. */
const local = ['verify-agreement', '<command>'];

/** Returns the command lines of a text up to their end, a quotation mark, or a comment. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/npm run operate -- ((?:'[^'\n]*'|\$\{[^}]*\}|[^`\n#'|])*)/g)].map(
    ([, line = '']) => line,
  );

const operate = (...words: string[]) =>
  spawnSync(process.execPath, ['infra/operate/operate.ts', ...words], { encoding: 'utf8' });

it('never uses a stage that is not named', () => {
  for (const command of ['stop', 'capacity']) {
    const { status, stderr } = operate(command);
    expect([status, stderr], command).toEqual([1, 'Name the stage: --stage dev, staging, production.\n']);
  }
});

it('refuses an option that a command does not have, instead of ignoring it', () => {
  const production = ['--stage', 'production'];
  expect(operate('stop', '--stag', 'production').stderr).toBe(
    "Unknown option '--stag'. Nothing was done. npm run operate lists the commands with their options.\n",
  );
  const refused = operate('prune', '--dry-run', ...production);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    'prune has no option --dry-run. Nothing was done. Its usage:\nprune [--carry-out]\n',
  ]);
  expect(operate('stop', '-c', 'domain=x', ...production).stderr).toContain('stop has no option -c.');
});

it('has a dry run for every command that changes something', () => {
  const source = readFileSync('infra/operate/operate.ts', 'utf8');
  const lines = [...source.matchAll(/^ {2}([a-z][\w-]+)( .*)?\n {4}[A-Z]/gm)];
  const without = lines
    .filter(([, , options = '']) => !/--dry-run|--carry-out/.test(options))
    .map(([, name]) => name);
  expect(without).toEqual([
    'set-up',
    // records the result of a check
    'smoke',
    'releases',
    'check-ledger',
    'verify-agreement',
    // writes files on this computer only
    'export-person',
    'logs',
    'capacity',
    'compare-templates',
    'compare-contract',
  ]);
});

it('deploys the stage of --stage, which the CDK ignores', () => {
  expect(withStage(['--stage', 'production', '--no-rollback'])).toEqual([
    '--no-rollback',
    '-c',
    'stage=production',
  ]);
  expect(withStage(['--stage=staging', '-c', 'stage=staging'])).toEqual(['-c', 'stage=staging']);
  expect(withStage(['-c', 'stage=staging'])).toEqual(['-c', 'stage=staging']);
  expect(() => withStage(['-c', 'stage=dev', '--stage', 'production'])).toThrow('Name one stage');
});

it('names the stage in every command of the documents, the workflows, and the output', () => {
  const files = globSync(['docs/*.md', '.github/workflows/*.yml', 'infra/operate/*.ts']);
  const lines = files.flatMap((file) =>
    commandsIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`),
  );
  expect(lines.length).toBeGreaterThan(40);
  const unnamed = lines.filter((line) => {
    const command = line.split(': ')[1]?.split(' ')[0] ?? '';
    // next-command.ts adds the stage
    const isAdded = command.startsWith('${command}');
    return !line.includes('--stage') && !local.includes(command) && !isAdded;
  });
  expect(unnamed).toEqual([]);
});

it('prints the next command for the stage in use', () => {
  process.env.OPERATED_STAGE = 'staging';
  expect(nextCommand('resume')).toBe('npm run operate -- resume --stage staging');
});
