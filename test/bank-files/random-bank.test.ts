import * as fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import { lives, liveWithBank } from './random-bank.ts';
import { prepareHistories } from './random-sending.ts';

let admins: [User, User];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { admin } = await makeWorld();
  const names = { email: 'admin2@test.test', firstName: 'Bo', lastName: 'Lind' };
  const other = newUser({ id: 'user-admin-2', role: 'systemAdmin', ...names });
  await transact(...userChange(null, other));
  admins = [admin, other];
  await prepareHistories(admins);
});

// a life is some 490 calls of the table and the buckets, which cost a second of CPU: these are about 25. The long bench
// lives through 10,000 (test/bench/random-bank.ts)
const numRuns = 25;

it('no cent is lost or doubled, whatever the bank does and wherever workers die', async () => {
  let lived = 0;
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      await liveWithBank(admins, life);
      lived += 1;
    }),
    { numRuns, endOnFailure: true },
  );
  expect(lived).toBe(numRuns);
});
