import { beforeAll, expect, it, vi } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import '../support/jobs.ts';
import { makeWorld, secondAdministrator } from '../support/world.ts';
import { runSeed } from './random-bank-seeds.ts';
import { prepareHistories } from './random-sending.ts';

let admins: [User, User];
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { admin } = await makeWorld();
  const other = await secondAdministrator();
  admins = [admin, other];
  await prepareHistories(admins);
});

// `npm run bench -- --long random-bank` runs 10,000 seeds and verifies that every write and bank action occurred
it('loses and duplicates no cent in five random histories with a bank and crashing workers', async () => {
  const crashPoints = (['acknowledge', 'reverse', 'approve', 'change', 'late return'] as const).map(
    (step, index) => ({ step, n: (index % 3) + 1, when: index % 2 === 0 ? 'before' : 'after' }) as const,
  );
  let crashes = 0;
  for (let seed = 1; seed <= 5; seed++)
    if ((await runSeed(admins, crashPoints, seed)).seen.died) crashes += 1;
  expect(crashes).toBeGreaterThan(0);
});
