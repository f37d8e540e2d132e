import * as fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { resetClockAfterEach } from '../support/clock.ts';
import { makeWorld, type World } from '../support/world.ts';
import { liveThroughMoves, movesOf, prepareMoves } from './random-moves.ts';

let world: World;
beforeAll(async () => {
  // thousands of log lines that nobody reads cost more than the histories
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  world = await makeWorld();
  prepareMoves();
});
resetClockAfterEach();

it('each member is at one club and paid for once in 200 random histories of transfers and imports that die', async () => {
  let lived = 0;
  await fc.assert(
    fc.asyncProperty(movesOf(2, 1), async (history) => {
      await liveThroughMoves(world.admin, history);
      lived += 1;
    }),
    { numRuns: 200, endOnFailure: true },
  );
  expect(lived).toBe(200);
});
