import { randomUUID } from 'node:crypto';
import { afterAll, afterEach } from 'vitest';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { storeRecord } from './permissions/record.ts';
import { whenATestFails } from './when-a-test-fails.ts';

// before any module of the portal is loaded: this file's own table
process.env.TABLE_NAME = `wellport-${randomUUID()}`;

// Constant-time delays have their own tests with an adjustable clock; elsewhere they would only slow the tests.
playTimeAndChance({ holdBack: async () => {} });

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await Promise.all(whenATestFails.map((tell) => tell()));
});

// what handlers used, for the judge of their rights after all tests (run.ts)
afterAll(storeRecord);
