import { beforeEach, describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { inboxEntryChange, loadInboxEntry } from '../../functions/bank-files/inbox/inbox-store.ts';
import { sentEntriesNow, sentEntryChange } from '../../functions/bank-files/sent-entry-store.ts';
import { loadBankFile, loadBankRun } from '../../functions/bank-files/store.ts';
import { bankNumbersChange, loadBankNumbers } from '../../functions/bank-files/numbers-store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { BankFileStatus } from '../../shared/bank-files/bank-file.ts';
import { runJob } from '../support/jobs.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank, statusesOf } from './received.ts';
import {
  check,
  finishEverything,
  givenPayments,
  outboxNames,
  paymentsAsStored,
  runUntil,
  send,
  setClockIn,
  threePayments,
  useBankWorld,
  expectPending,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
const settings = defined(environmentBankSettings);

let period = '';
let year = 2040;
beforeEach(() => {
  period = `${++year}03`;
  setClockIn(period);
});

async function checkedThree() {
  const payments = threePayments(period);
  await givenPayments(payments);
  return { payments, hash: (await check(world.admin, period)).body.hash };
}

async function startedUntil(status: BankFileStatus) {
  const { payments, hash } = await checkedThree();
  const { body } = await send(world.admin, period, hash);
  const [file] = body.files;
  const fileId = file?.id ?? '';
  await runUntil(status, fileId, body.jobId);
  return { payments, fileId, name: file?.name, jobId: body.jobId };
}

async function moveFirst(payments: Parameters<typeof paymentsAsStored>[0]): Promise<void> {
  const [first] = await paymentsAsStored(payments);
  await transact(...paymentChange(defined(first), { ...defined(first), bankFileId: 'another-file' }));
}

describe('a checked file', () => {
  it('is rejected if the bank settings changed, and no job starts', async () => {
    const { payments, hash } = await checkedThree();
    const { companyName } = settings;
    settings.companyName = 'WELLPORT LLC';
    const { status, body } = await send(world.admin, period, hash);
    settings.companyName = companyName;
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^The bank settings or another preview changed the file\./),
    ]);
    expect(await loadBankRun(hash)).toBeUndefined();
    await expectPending(payments);
  });

  it('is rejected if none of its payments can be sent anymore', async () => {
    const { payments, hash } = await checkedThree();
    for (const payment of await paymentsAsStored(payments))
      await transact(...paymentChange(payment, { ...payment, payeeToken: null }));
    const { status, body } = await send(world.admin, period, hash);
    expect([status, body.message]).toEqual([
      409,
      'Nothing to send: every pending payment is excluded. The reasons are listed. Nothing was sent.',
    ]);
  });
});

describe('a payment that was assigned to another file', () => {
  it('cancels the file in preparation and is never sent with it', async () => {
    const { payments, fileId, name, jobId } = await startedUntil('reserved');
    await moveFirst(payments);
    await runJob(jobId);
    expect(await loadBankFile(fileId)).toMatchObject({
      status: 'canceled',
      reason: `The payment for Company P${period}1 changed.`,
      attempts: 0,
    });
    expect(await outboxNames()).not.toContain(name);
    expect(await paymentsAsStored(payments)).toMatchObject([
      { status: 0, bankFileId: 'another-file' },
      { status: 0, bankFileId: null },
      { status: 0, bankFileId: null },
    ]);
  });

  it('is not marked as sent by the delivered file', async () => {
    const { payments, jobId } = await startedUntil('delivered');
    await moveFirst(payments);
    await runJob(jobId);
    expect(await statusesOf(payments)).toEqual([0, 2, 2]);
    await finishEverything();
  });
});

describe('a record that another worker changed first', () => {
  it('rejects the second change with an instruction', async () => {
    await givenPayments(threePayments(period));
    const { text } = await sendToBank(world.admin, period);
    const { id, entries } = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R99'])));
    const trace = entries[0].originalTrace;
    const sent = defined((await sentEntriesNow([trace])).get(trace));
    const returnedBy = { inboxFileId: id, position: 1, code: 'R01' };
    const marked = sentEntryChange(sent, { ...sent, returnedBy });
    await transact(...marked);
    await expect(transact(...marked)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Someone else processed this return. Reload and try again.',
    });
    expect((await sentEntriesNow([trace])).get(trace)).toMatchObject({ returnedBy });
    const entry = await loadInboxEntry(id, 1);
    const dismissed = inboxEntryChange(entry, { ...entry, status: 'dismissed' });
    await transact(...dismissed);
    await expect(transact(...dismissed)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Someone else decided about this entry. Reload and try again.',
    });
    const numbers = await loadBankNumbers('of this test');
    const changes = bankNumbersChange(numbers, { ...numbers, nextTrace: 4 });
    await transact(...changes);
    await expect(transact(...changes)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another file was sent at the same time. Nothing was sent. Send it again.',
    });
  });
});
