import { PutObjectCommand } from '@aws-sdk/client-s3';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { storeFileBytes, loadBytes } from '../../functions/bank-files/plan-files.ts';
import { sha256 } from '../../functions/platform/digest.ts';
import { getFile, putFile, s3 } from '../../functions/platform/files.ts';
import { sealText } from '../../functions/platform/vault.ts';
import { runJob } from '../support/jobs.ts';
import {
  check,
  finishEverything,
  givenPayments,
  outboxNames,
  outboxText,
  paymentsAsStored,
  send,
  setClock,
  threePayments,
  useBankWorld,
  expectPending,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
beforeEach(() => setClock('2026-11-20T15:00:00Z'));

async function confirmed(period: string) {
  const payments = threePayments(period);
  await givenPayments(payments);
  const { body: checked } = await check(world.admin, period);
  const { body } = await send(world.admin, period, checked.hash);
  return { payments, jobId: body.jobId, file: body.files[0] };
}

describe('the final checks of a bank file', () => {
  it('detect any changed digit in a stored file, even by an owner of the vault key', async () => {
    const text = '101 09100002214112345672611201205A094101\n'.repeat(30);
    const hash = sha256(text);
    await storeFileBytes(hash, text);
    expect(await loadBytes(hash)).toBe(text);
    const name = `bank-files/sealed/${hash}.json`;
    const stored = Buffer.from(defined(await getFile('files', name))).toString('latin1');
    const digits = Array.from(text.matchAll(/\d/g), ({ index }) => index);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...digits),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(stored.length - 1),
        async (place, shift, at) => {
          const digit = (Number(text[place]) + shift) % 10;
          const changed = text.slice(0, place) + digit + text.slice(place + 1);
          await putFile('files', name, JSON.stringify(await sealText(changed, hash)), 'application/json');
          expect(await loadBytes(hash)).toBeUndefined();
          // without the key, any byte of the stored file
          const other = String.fromCharCode(stored.charCodeAt(at) ^ 1);
          await putFile(
            'files',
            name,
            stored.slice(0, at) + other + stored.slice(at + 1),
            'application/json',
          );
          const read = await loadBytes(hash).catch(() => 'refused');
          expect([undefined, 'refused', text]).toContain(read);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('cancel a file whose bytes would differ from the confirmed hash, before it is stored', async () => {
    const { payments, jobId, file } = await confirmed('203301');
    const settings = defined(environmentBankSettings);
    const { companyName } = settings;
    try {
      // a deployment between confirmation and build: payments and accounts are unchanged
      settings.companyName = 'WELLPORT LLC';
      const job = await runJob(jobId);
      expect(job.message).toContain('no longer matches its preview');
    } finally {
      settings.companyName = companyName;
    }
    expect(await loadBankFile(file.id)).toMatchObject({ status: 'canceled', attempts: 0 });
    expect(await outboxNames()).not.toContain(file.name);
    await expectPending(payments);
  });

  it("neither replace nor accept different bytes under the file's name", async () => {
    const { payments, jobId, file } = await confirmed('203302');
    await s3.send(
      new PutObjectCommand({ Bucket: process.env.OUTBOX_BUCKET, Key: file.name, Body: 'other bytes' }),
    );
    const job = await runJob(jobId);
    expect(job.message).toContain("The bank's folder has a different file under this name.");
    await finishEverything();
    expect(await outboxText(file.name)).toBe('other bytes');
    expect(await loadBankFile(file.id)).toMatchObject({ status: 'unknown', attempts: 1 });
    for (const payment of await paymentsAsStored(payments))
      expect(payment).toMatchObject({ status: 0, bankFileId: file.id });
    expect((await check(world.admin, '203302')).body.isAchUploadAvailable).toBe(false);
  });
});
