import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nextCommand } from '../../infra/operate/deployment.ts';

/** Commands that use no deployment, or list what exists. */
const local = ['verify-agreement', '<command>'];

/** Returns the command lines of a text up to their end, a quotation mark, or a comment. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/npm run operate -- ((?:'[^'\n]*'|\$\{[^}]*\}|[^`\n#'|])*)/g)].map(
    ([, line = '']) => line,
  );

it('never uses a stage that is not named', () => {
  for (const command of ['stop', 'capacity']) {
    const { status, stderr } = spawnSync(process.execPath, ['infra/operate/operate.ts', command], {
      encoding: 'utf8',
    });
    expect([status, stderr], command).toEqual([1, 'Name the stage: --stage dev, staging, production.\n']);
  }
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
