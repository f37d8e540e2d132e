import '../../functions/platform/frozen-prototypes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach } from 'vitest';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { storeRecord } from './permissions/record.ts';
import { whenATestFails } from './when-a-test-fails.ts';

// before modules of the portal load; test files share engines, but nothing in them
const id = randomUUID();
process.env.TABLE_NAME = `wellport-${id}`;
process.env.MAIL_FROM = `Wellport ${id} <no-reply@wellport.test>`;
for (const name of ['files', 'agreements', 'outbox'])
  process.env[`${name.toUpperCase()}_BUCKET`] = `${name}-${id}`;

// constant-time delays have their own tests
playTimeAndChance({ holdBack: async () => {} });

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await Promise.all(whenATestFails.map((tell) => tell()));
});

afterAll(storeRecord);
