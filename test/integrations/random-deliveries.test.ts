import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sized } from '../support/sized.ts';
import { makeWorld } from '../support/world.ts';
import { deliveryHistories, prepareDeliveries, type Deliveries } from './random-deliveries.ts';

let deliveries: Deliveries;
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  await makeWorld();
  deliveries = await prepareDeliveries();
});
afterAll(() => deliveries.stop());

// `npm run bench -- --long webhooks` runs 1,000 seeds
const runs = sized(8, 100);

it('loses no event and keeps the order per member when processes die and receivers fail', async () => {
  const seen = { deaths: 0, repeated: 0 };
  await fc.assert(
    fc.asyncProperty(deliveryHistories, async (history) => {
      const { deaths, repeated } = await deliveries.run(history);
      seen.deaths += deaths;
      seen.repeated += repeated;
    }),
    { numRuns: runs, seed: 37, endOnFailure: true },
  );
  expect(seen.deaths, 'processes died').toBeGreaterThan(3);
  expect(seen.repeated, 'deliveries were repeated').toBeGreaterThan(3);
});
