import { expect, it, vi } from 'vitest';
import { setEnvironment } from './environment.ts';
import type { Options } from './simulate.ts';

setEnvironment();

/** Simulates with newly loaded modules, because those of the portal cache secrets and the last ID. */
async function simulateAlone(options: Pick<Options, 'seed' | 'days'> & { hasFaults: boolean }) {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.resetModules();
  const { eventKinds, simulate } = await import('./simulate.ts');
  const { noFaults, someFaults } = await import('./cloud.ts');
  const { hasFaults, ...rest } = options;
  return simulate({ ...rest, faults: hasFaults ? someFaults : noFaults, events: eventKinds });
}

// `npm run simulate -- --seeds 1000 --days 365` simulates years

it.each([1, 2, 3])('explains every cent of six weeks of business, seed %i', async (seed) => {
  const { payments } = await simulateAlone({ seed, days: 45, hasFaults: seed < 3 });
  expect(payments).toBeGreaterThan(20);
});

it('has the same state and files for the same seed', async () => {
  const options = { seed: 4, days: 5, hasFaults: true };
  expect(await simulateAlone(options)).toEqual(await simulateAlone(options));
});
