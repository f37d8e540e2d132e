import * as fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import '../support/jobs.ts';
import { makeWorld, secondAdministrator } from '../support/world.ts';
import { interleavings, loadDueTotals, assertSerializable } from './interleavings.ts';
import { histories, runHistory, prepareHistories } from './random-sending.ts';

let admins: [User, User];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { admin } = await makeWorld();
  const other = await secondAdministrator();
  admins = [admin, other];
  await prepareHistories(admins);
});

// `npm run bench -- --long random-sending interleavings` runs 10,000 and 5,000 seeds
it('sends each payment exactly once in five random histories with crashing workers', async () => {
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await runHistory(admins, history);
      completed += 1;
    }),
    { numRuns: 5 },
  );
  expect(completed).toBe(5);
});

it('serializes five random interleavings of generate, edit, undo, cancel, and send', async () => {
  await loadDueTotals();
  await fc.assert(
    fc.asyncProperty(interleavings, (interleaving) => assertSerializable(admins[0], interleaving)),
    { numRuns: 5 },
  );
});
