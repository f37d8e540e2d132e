import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyBenefitPerson, benefitFile, subscribers } from './benefit-people.ts';
import { installPython } from '../support/tools.ts';

// The 834 files of our tests are valid by the map 834 5010 X220A1 of pyx12, so that the reader is tested with true files.

const folder = mkdtempSync(join(tmpdir(), 'wellport-834-'));
let validator = '';

beforeAll(async () => {
  const installed = await installPython('pyx12', ['pyx12==4.0.0']);
  if ('missing' in installed) throw new Error(installed.missing);
  validator = join(installed.programs, 'x12valid');
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the errors of files and the names of valid files. */
async function validate(files: Readonly<Record<string, string>>) {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, `${name}.834`);
    writeFileSync(path, text);
    return path;
  });
  // the program ends with status 1 in any case
  const run = promisify(execFile)(validator, paths, { maxBuffer: 50_000_000 });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  const valid = lines.flatMap((line) => /([\w-]+)\.834: OK$/.exec(line)?.[1] ?? []);
  return { valid: valid.toSorted(), errors: lines.filter((line) => !line.endsWith(': OK')) };
}

const changes = subscribers(['021', '001', '025']);
const terminations = subscribers(['024']).map((person) => ({
  ...person,
  employment: 'TE',
  dates: { '336': '2020-01-06', '337': '2026-11-13', '357': '2026-11-30' },
  coverages: [{ maintenance: '024', end: '2026-11-30' }],
}));
const samples: Record<string, string> = {
  changes: benefitFile(changes),
  terminations: benefitFile(terminations),
  deceased: benefitFile(terminations.map((person) => ({ ...person, deathDate: '2026-11-02' }))),
  full: benefitFile(subscribers(['030']), { purpose: '4', transactions: 3 }),
  replacement: benefitFile(subscribers(['030']), {
    purpose: 'RX',
    lineEnd: '',
    element: '|',
    component: '>',
  }),
  test: benefitFile(changes, { usage: 'T', terminator: '\u001E', lineEnd: '\r\n' }),
};

it('accepts the sample files', { timeout: 120_000 }, async () => {
  const names = Object.keys(samples).toSorted();
  expect(await validate(samples)).toEqual({ valid: names, errors: [] });
});

it('accepts files of random people', { timeout: 120_000 }, async () => {
  const people = fc.array(anyBenefitPerson, { minLength: 1, maxLength: 5 });
  const files = fc
    .sample(people, { numRuns: 10, seed: 834 })
    .map((list) => benefitFile(list, { purpose: '4' }));
  const named = Object.fromEntries(files.map((text, index) => [`random-${index}`, text]));
  expect(await validate(named)).toEqual({ valid: Object.keys(named), errors: [] });
});

it('names a planted error', { timeout: 120_000 }, async () => {
  const { errors } = await validate({ planted: benefitFile(subscribers(['888'])) });
  expect(errors.join(' ')).toContain('(888) is not a valid code for Maintenance Type Code (INS03)');
});
