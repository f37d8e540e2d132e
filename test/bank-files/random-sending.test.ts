import * as fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import '../support/jobs.ts';
import { makeWorld, secondAdministrator } from '../support/world.ts';
import { interleavings, learnWhatIsDue, mustBeSerial } from './interleavings.ts';
import { histories, liveThrough, prepareHistories } from './random-sending.ts';

let admins: [User, User];
beforeAll(async () => {
  // thousands of log lines that nobody reads cost more than the histories
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { admin } = await makeWorld();
  const other = await secondAdministrator();
  admins = [admin, other];
  await prepareHistories(admins);
});

it('a payment goes out exactly once in 200 random histories of dead and live workers', async () => {
  let lived = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await liveThrough(admins, history);
      lived += 1;
    }),
    { numRuns: 200 },
  );
  expect(lived).toBe(200);
});

it('300 interleavings of generate, edit, undo, cancel and send come to what one thread could have done', async () => {
  await learnWhatIsDue();
  await fc.assert(
    fc.asyncProperty(interleavings, (one) => mustBeSerial(admins[0], one)),
    { numRuns: 300 },
  );
});
