import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../shared/contract.ts';
import { root } from '../handlers.ts';
import { contractLines } from './contract-lines.ts';

/** What the pages of the last release count on: a call a paragraph, so that a change of it is read easily. */
const file = join(root, 'infra/operate/last-release.txt');

const call = /^\S+ \S+/;

/** Keeps the contract as it is now; done when a release has gone out, and committed with the next change. */
export function keepContract(): string {
  const lines = contractLines(endpoints);
  const calls = Map.groupBy(lines, (line) => call.exec(line)?.[0] ?? '');
  const paragraphs = [...calls].map(([name, rest]) => [name, ...rest.map((line) => line.slice(name.length))]);
  writeFileSync(file, paragraphs.map((paragraph) => paragraph.join('\n')).join('\n') + '\n');
  return `${calls.size} calls are kept in ${file}.`;
}

/** The lines that were kept. */
export function keptContract(): string[] {
  let name = '';
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith(' ')) return [name + line];
      name = line;
      return [];
    });
}
