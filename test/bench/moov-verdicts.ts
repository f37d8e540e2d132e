import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readInboxFile } from '../../shared/bank-files/inbox/inbox-reader.ts';
import { readNachaFile } from '../../shared/bank-files/nacha-reader.ts';
import { print, type Line } from './measure.ts';

/** Files of moov's that we judge otherwise on purpose, each with the reason. None since prenotes go by their codes. */
const writtenDifferences: Record<string, string> = {};

const moovFolder = join(import.meta.dirname, 'moov');
const go = (...args: string[]) => spawnSync('go', args, { cwd: moovFolder, encoding: 'utf8' });

/**
 * Reads every bank file that moov-io/ach has beside its own tests with both readers, and counts those of which they say
 * something else; and the returns and changes of files that moov takes which the inbox would not trust.
 */
export function benchMoovVerdicts(): Line[] {
  const module = go('list', '-m', '-f', '{{.Dir}}', 'github.com/moov-io/ach');
  const folder = module.stdout?.trim() ?? '';
  const said = folder && go('run', './verdicts', folder);
  if (!said || said.status !== 0) {
    const why = module.error ? 'Go is not installed here' : 'moov-io/ach could not run';
    const lines = [{ what: 'verdicts beside moov-io/ach', value: `not run: ${why}` }];
    print('moov-io/ach’s own files', lines);
    return [];
  }
  const verdicts = Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(said.stdout)));
  const others: string[] = [];
  let [taken, entries, untrusted] = [0, 0, 0];
  for (const [name, problem] of verdicts) {
    const bytes = readFileSync(join(folder, name));
    const ours = readNachaFile(bytes).problems[0]?.sentence ?? '';
    if ((ours === '') !== (problem === '') && !(name in writtenDifferences))
      others.push(`${name}: moov ${problem || 'takes it'}; we ${ours || 'take it'}`);
    if (problem !== '') continue;
    taken += 1;
    const back = readInboxFile(bytes).entries.filter(({ about }) => about !== 'other');
    entries += back.length;
    untrusted += back.filter((one) => one.problem !== null).length;
  }
  for (const one of others) console.log(one);
  const lines: Line[] = [
    {
      what: 'moov-io/ach’s own files; taken by moov; judged otherwise by us; written differences',
      value: `${verdicts.length}; ${taken}; ${others.length}; ${Object.keys(writtenDifferences).length}`,
      bound: 'none but written ones',
      holds: verdicts.length > 100 && others.length === 0,
    },
    {
      what: 'returns and changes in files that moov takes; not trusted by the inbox',
      value: `${entries}; ${untrusted}`,
      bound: 'none',
      holds: entries > 0 && untrusted === 0,
    },
  ];
  print('moov-io/ach’s own files', lines);
  return lines;
}
