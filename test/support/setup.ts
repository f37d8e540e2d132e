import '../../functions/platform/frozen-prototypes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach } from 'vitest';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { storeRecord } from './permissions/record.ts';
import { whenATestFails } from './when-a-test-fails.ts';

// before modules of the portal load
process.env.TABLE_NAME = `wellport-${randomUUID()}`;
process.env.MAIL_FROM = `Wellport ${randomUUID()} <no-reply@wellport.test>`;

// constant-time delays have their own tests
playTimeAndChance({ holdBack: async () => {} });

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await Promise.all(whenATestFails.map((tell) => tell()));
});

afterAll(storeRecord);
