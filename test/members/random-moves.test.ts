import * as fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { resetClockAfterEach } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';
import { liveThroughMoves, movesOf, prepareMoves } from './random-moves.ts';

const world = useWorld();
beforeAll(async () => {
  // writing thousands of log lines costs more than the histories
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  prepareMoves();
});
resetClockAfterEach();

// `npm run bench -- --long random-moves` runs 10,000 seeds
it('leaves each member at one club and paid once in five random histories of crashing transfers', async () => {
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(movesOf(2, 1), async (history) => {
      await liveThroughMoves(world.admin, history);
      completed += 1;
    }),
    { numRuns: 5, endOnFailure: true },
  );
  expect(completed).toBe(5);
});
