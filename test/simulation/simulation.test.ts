import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { setEnvironment } from './environment.ts';
import { sized } from '../support/sized.ts';
import { bugs } from './planted/bugs.ts';
import { sourceWith } from './planted/plant.ts';
import type { Options } from './simulate.ts';

setEnvironment();
// modules that another test has loaded know other settings
vi.resetModules();
const { eventKinds, simulate } = await import('./simulate.ts');
const { noFaults, someFaults } = await import('./faults.ts');

async function simulateQuietly(options: Partial<Options> & { hasFaults?: boolean }) {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { hasFaults = true, ...rest } = options;
  const faults = hasFaults ? someFaults : noFaults;
  return simulate({ seed: 1, days: 90, members: 16, faults, events: eventKinds, ...rest });
}

// `npm run simulate -- --seeds 1000 --days 365` simulates years

it.each(sized([1], [1, 2, 3]))('explains every cent of a quarter of business, seed %i', async (seed) => {
  const { payments } = await simulateQuietly({ seed, hasFaults: seed < 3 });
  expect(payments).toBeGreaterThan(20);
});

it.each(sized([5], [5, 6]))(
  'explains every cent if generations are divided into ranges, seed %i',
  async (seed) => {
    const { payments } = await simulateQuietly({ seed, days: 45, rangeMembers: 2 });
    expect(payments).toBeGreaterThan(10);
  },
);

it('plants each bug in code that exists', () => {
  for (const bug of bugs) expect(sourceWith(bug), bug.name).toContain(bug.with);
});

it('has the same state and files for the same seed', async () => {
  const options = { seed: 4, days: 5 };
  expect(await simulateQuietly(options)).toEqual(await simulateQuietly(options));
});

// failures of the past, which `npm run simulate -- --save` adds
const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as {
  title: string;
  options: Options;
}[];

it('repeats the failures that were found and corrected', async () => {
  for (const { title, options } of cases)
    await expect(simulateQuietly(options), title).resolves.toMatchObject({ members: expect.any(Number) });
  expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
});
