import { beforeAll, describe, expect, it } from 'vitest';
import { loadJob } from '../../functions/jobs/store.ts';
import { getFile } from '../../functions/platform/files.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { runJob, runStep } from '../support/jobs.ts';
import { fileFromBank, receive, receiveAndProcess, replies, sendToBank } from './received.ts';
import { accountNumberOf, givenPayments, setClock, threePayments, useBankWorld } from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
let sent: string;
const payments = threePayments('204011');

beforeAll(async () => {
  setClock('2040-11-20T15:00:00Z');
  await givenPayments(payments);
  sent = (await sendToBank(world.admin, '204011')).text;
});

const openEntries = async () => (await call(bankFiles.listOpenEntries, world.admin, {})).body;

const settle = (inboxFileId: string, position: number, body: object) =>
  call(bankFiles.settleEntry, world.admin, { params: { inboxFileId, position }, body });

describe('a file from the bank', () => {
  it('is stored encrypted under its hash, and the same bytes change nothing when repeated', async () => {
    const text = fileFromBank(replies(sent, ['R01']));
    const first = await receive(world.admin, text, 'monday.ach');
    expect(first).toMatchObject({ status: 200, body: { kind: 'returns', entryCount: 1 } });
    expect((await loadJob(first.body.jobId))?.message).toBe('Reading the file.');
    expect((await runJob(first.body.jobId)).message).toBe('1 processed.');
    const before = await call(bankFiles.getReceived, world.admin, {
      params: { inboxFileId: first.body.inboxFileId },
    });
    const again = await receive(world.admin, text, 'tuesday.ach');
    expect(again.body).toEqual(first.body);
    const after = await call(bankFiles.getReceived, world.admin, {
      params: { inboxFileId: first.body.inboxFileId },
    });
    expect(after.body).toEqual(before.body);
    expect(after.body).toMatchObject({ name: 'monday.ach', receivedByName: 'Ada Okafor' });
    const file = await getFile('files', `bank-files/inbox/${first.body.inboxFileId}.json`);
    expect(Buffer.from(file ?? []).toString()).not.toContain(accountNumberOf(defined(payments[0])));
    expect(JSON.stringify(after.body)).not.toContain(accountNumberOf(defined(payments[0])));
  });

  it('is stored once when received twice concurrently', async () => {
    const text = fileFromBank(replies(sent, [null, 'R09']));
    const both = await Promise.all([receive(world.admin, text), receive(world.admin, text)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    await runJob(both[0]?.body.jobId);
  });

  it('puts an unusual entry in quarantine, and no others', async () => {
    const text = fileFromBank(replies(sent, ['R01', null, 'R03'])).replace('0000001000', '0000001001');
    const file = await receiveAndProcess(world.admin, text);
    expect(file).toMatchObject({ status: 'review', entryCount: 2, quarantined: 1, open: 1 });
    expect(file.entries).toMatchObject([
      {
        status: 'quarantined',
        reason: 'The amount differs: we sent $10.00 with this trace number.',
        amount: 10.01,
      },
      { amount: 30, paymentId: payments[2]?.id },
    ]);
    expect(file.entries[1].status).not.toBe('quarantined');
    expect(file.notices.join()).toContain('total');
  });

  it('with another account or trace number matches no payment', async () => {
    const number = accountNumberOf(defined(payments[0]));
    const account = fileFromBank(replies(sent, ['R02'])).replaceAll(number, `${number.slice(0, -1)}8`);
    expect((await receiveAndProcess(world.admin, account)).entries).toMatchObject([
      { status: 'quarantined', reason: 'The account differs from the account in our entry.' },
    ]);
    const trace = fileFromBank(replies(sent, ['R02'])).replace(/^(799R02)\d{15}/m, '$1091000029999999');
    expect((await receiveAndProcess(world.admin, trace)).entries).toMatchObject([
      { status: 'quarantined', reason: 'We did not send an entry with this trace number.' },
    ]);
  });

  it('is stored and displayed if it is unreadable', async () => {
    const { body, status } = await receive(world.admin, '%PDF-1.7 a letter from the bank', 'letter.pdf');
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'unreadable', entryCount: 0, jobId: null });
    const { body: list } = await call(bankFiles.listReceived, world.admin, { query: { filter: 'letter' } });
    expect(list.items).toMatchObject([{ name: 'letter.pdf', status: 'unreadable', kind: 'unreadable' }]);
  });

  it.each([
    ['a statement in columns', `Date,Amount\n${'a,'.repeat(1_900_000)}\n`, 2],
    ['a BAI2 statement', `01,a,b\n02,a\n16,${'1,'.repeat(1_900_000)}\n`, 3],
    ['NACHA records', `101 091000022\n${'6'.repeat(3_800_000)}\n`, 2],
    ['separators alone', ','.repeat(3_800_000), 1],
  ])('with %s on a line that is too long is rejected with the line number', async (_, text, line) => {
    const began = process.cpuUsage();
    const { status, body } = await receive(world.admin, text, 'long.txt');
    // processor time, since other processes delay a test
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(1500);
    const message = `Line ${line} has more than 100,000 characters. Check the line ends of the file and try again.`;
    expect([status, body.message]).toEqual([422, message]);
    const { body: list } = await call(bankFiles.listReceived, world.admin, { query: { filter: 'long' } });
    expect(list.items).toEqual([]);
  });

  it('of NACHA records without line ends is readable, regardless of the length of its only line', async () => {
    const records = fileFromBank(replies(sent, ['R01', null, 'R03']))
      .split('\n')
      .join('');
    const padded = records + '9'.repeat(94 * 1100);
    const { body } = await receive(world.admin, padded, 'unbroken.ach');
    expect(body).toMatchObject({ kind: 'returns', entryCount: 2 });
  });

  it.each([
    ['The file is empty. Choose another one.', new Uint8Array()],
    [
      'This file is larger than 4 MB. Have the bank split it, then send the parts.',
      new Uint8Array(4_000_001),
    ],
  ])('is rejected: %s', async (message, bytes) => {
    expect(await receive(world.admin, bytes)).toMatchObject({ status: 422, body: { message } });
  });
});

describe('an entry in quarantine', () => {
  it('is dismissed once, with a reason, and leaves the list', async () => {
    const text = fileFromBank(replies(sent, ['R99']));
    const file = await receiveAndProcess(world.admin, text);
    expect((await openEntries()).items.map((entry: { inboxFileId: string }) => entry.inboxFileId)).toContain(
      file.id,
    );
    expect((await settle(file.id, 1, { action: 'dismiss', note: '' })).status).toBe(400);
    expect((await settle(file.id, 1, { action: 'close', note: 'done' })).status).toBe(422);
    expect((await settle(file.id, 1, { action: 'dismiss', note: 'A test file of the bank.' })).status).toBe(
      200,
    );
    expect((await settle(file.id, 1, { action: 'dismiss', note: 'Again.' })).status).toBe(409);
    const { body } = await call(bankFiles.getReceived, world.admin, { params: { inboxFileId: file.id } });
    expect(body).toMatchObject({
      status: 'done',
      open: 0,
      entries: [{ status: 'dismissed', note: 'A test file of the bank.', settledBy: world.admin.id }],
    });
    expect(
      (await openEntries()).items.map((entry: { inboxFileId: string }) => entry.inboxFileId),
    ).not.toContain(file.id);
  });
});

it('a return from an earlier file is reported as received before', async () => {
  const { body } = await receive(world.admin, fileFromBank(replies(sent, ['R01'])));
  expect((await runJob(body.jobId)).message).toBe('0 processed, 1 received before.');
});

it('a file with more entries than one step processes reports its progress', async () => {
  const [reply] = replies(sent, ['R01']);
  const many = Array.from({ length: 35 }, (_, index) => ({
    ...defined(reply),
    entry: { ...defined(reply).entry, trace: `0910000288${String(index).padStart(5, '0')}` },
  }));
  const { body } = await receive(world.admin, fileFromBank(many));
  await runStep(body.jobId);
  const { done = 0, message } = (await loadJob(body.jobId)) ?? {};
  expect([done > 0 && done < 35, message]).toEqual([true, `${done} entries processed.`]);
  expect(await runJob(body.jobId)).toMatchObject({ done: 35, message: '0 processed, 35 to review.' });
  const params = { inboxFileId: body.inboxFileId };
  const { entries } = (await call(bankFiles.getReceived, world.admin, { params })).body;
  expect(entries.map(({ position }: { position: number }) => position)).toEqual(
    Array.from({ length: 35 }, (_, index) => index + 1),
  );
});
