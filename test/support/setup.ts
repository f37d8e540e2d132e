import { randomUUID } from 'node:crypto';
import { afterAll, afterEach } from 'vitest';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { keepRecord } from './rights/record.ts';
import { whenATestFails } from './when-a-test-fails.ts';

// before any module of the portal is loaded: this file's own table
process.env.TABLE_NAME = `wellport-${randomUUID()}`;

// What holds a response back so that its time tells nothing has tests of its own, with a clock that they turn;
// everywhere else it would only hold up the tests.
playTimeAndChance({ holdBack: async () => {} });

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await Promise.all(whenATestFails.map((tell) => tell()));
});

// what handlers used, for the judge of their rights after all tests (run.ts)
afterAll(keepRecord);
