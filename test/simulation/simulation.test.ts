import { expect, it, vi } from 'vitest';
import { setEnvironment } from './environment.ts';

setEnvironment();
const { eventKinds, simulate } = await import('./simulate.ts');
const { noFaults, someFaults } = await import('./cloud.ts');

// `npm run simulate -- --seeds 1000 --days 365` simulates years

it.each([1, 2, 3])('explains every cent of a quarter of business, seed %i', async (seed) => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const faults = seed === 3 ? noFaults : someFaults;
  const { payments } = await simulate({ seed, days: 90, faults, events: eventKinds });
  expect(payments).toBeGreaterThan(100);
});

it('has the same state and files for the same seed', async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const options = { seed: 4, days: 5, faults: someFaults, events: eventKinds };
  expect(await simulate(options)).toEqual(await simulate(options));
});
