import { describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { openBankAccount } from '../../functions/bank-accounts/store.ts';
import { completePaymentsHandler as completePayments } from '../../functions/bank-files/handlers/files.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { changeDeadline } from '../../shared/bank-files/nacha/change-codes.ts';
import { addBankingDays, dateInChicago, addPeriods } from '../../shared/calendar.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { allRunningJobs, runJob, waitingJobs } from '../support/jobs.ts';
import { crash, crashTimes } from '../support/faults.ts';
import { fileFromBank, receive, receiveAndProcess, replies, statusesOf, sendThree } from './received.ts';
import { check, finishEverything, giveAccount, paymentsAsStored, setClock, useBankWorld } from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();

let month = 0;
const sentThree = () => sendThree(world.admin, addPeriods('205102', month++));

const settleOn = async (day: string) => {
  setClock(`${day}T06:30:00Z`);
  const before = waitingJobs.length;
  await completePayments();
  for (const id of waitingJobs.slice(before)) await runJob(id);
};

describe('an acknowledgment', () => {
  it('marks the payments of its file as Received, except those returned before', async () => {
    const { payments, text, fileId } = await sentThree();
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R29'])));
    const file = await receiveAndProcess(world.admin, acknowledgementFile(text), 'ack.txt');
    expect(file).toMatchObject({ kind: 'acknowledgement', status: 'done', entries: [{ status: 'applied' }] });
    expect(await statusesOf(payments)).toEqual([3, 1, 1]);
    expect(await loadBankFile(fileId)).toMatchObject({ status: 'acknowledged' });
    const again = await receiveAndProcess(world.admin, `${acknowledgementFile(text)}\n`, 'again.txt');
    expect(again).toMatchObject({ status: 'done', entries: [{ status: 'repeated' }] });
  });

  it('with other totals matches no sent file', async () => {
    const { payments, text, fileId } = await sentThree();
    const other = acknowledgementFile(text).replace('000000006000', '000000006001');
    expect(await receiveAndProcess(world.admin, other)).toMatchObject({
      status: 'review',
      entries: [{ status: 'quarantined', reason: 'We sent no file with this date, modifier and totals.' }],
    });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    expect(await loadBankFile(fileId)).toMatchObject({ status: 'submitted' });
  });
});

describe('settlement', () => {
  it('completes payments after the return window, and a late return reopens one', async () => {
    const { payments, text, fileId } = await sentThree();
    await receiveAndProcess(world.admin, acknowledgementFile(text));
    const { effectiveDate } = await loadBankFile(fileId);
    await settleOn(addBankingDays(effectiveDate, 2));
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
    await settleOn(addBankingDays(effectiveDate, 3));
    expect(await statusesOf(payments)).toEqual([5, 5, 5]);
    expect(await loadBankFile(fileId)).toMatchObject({ status: 'settled' });
    await settleOn(addBankingDays(effectiveDate, 4));
    await receiveAndProcess(world.admin, fileFromBank(replies(text, [null, 'R29'])));
    expect(await statusesOf(payments)).toEqual([5, 3, 5]);
  });

  it('waits for the acknowledgment', async () => {
    const { payments, fileId } = await sentThree();
    const { effectiveDate } = await loadBankFile(fileId);
    await settleOn(addBankingDays(effectiveDate, 5));
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });
});

describe('a notification of change', () => {
  it('creates a new version of the account, preserves the old one, and the next file uses the new one', async () => {
    const { period, payments, text } = await sentThree();
    const token = defined(defined(payments[0]).payeeToken);
    const before = defined(await loadBankAccount(token));
    const file = await receiveAndProcess(
      world.admin,
      fileFromBank(replies(text, ['C03'], '231380104   12345678')),
    );
    expect(file).toMatchObject({ kind: 'changes', status: 'done', entries: [{ status: 'applied' }] });
    expect(file.entries[0]).toMatchObject({ notice: 'sent', lastFour: before.lastFour });
    const after = defined(await loadBankAccount(token));
    expect(await openBankAccount(after)).toEqual({ routingNumber: '231380104', accountNumber: '12345678' });
    const { pk } = keys.bankAccount(token);
    const { items } = await queryItems(pk, { beginsWith: keys.bankAccountVersion('', '').sk });
    expect(items).toMatchObject([{ fingerprint: before.fingerprint, version: before.version }]);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01'])));
    const body = (await check(world.admin, period)).body;
    expect(body.lines).toMatchObject([
      { accountNumber: 'xxxxx5678', notes: expect.arrayContaining(['changed account']) },
    ]);
    const again = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['C01'], '12345678')));
    expect(again.entries[0].reason).toBe('The account has these details already.');
  });

  it('that is invalid or changes no account opens a case', async () => {
    const { payments, text } = await sentThree();
    const accounts = () =>
      Promise.all(payments.map(({ payeeToken }) => loadBankAccount(defined(payeeToken))));
    const before = await accounts();
    const changes = [
      ...replies(text, ['C02'], '231380105'),
      ...replies(text, [null, 'C13'], 'ADDENDA'),
      ...replies(text, [null, null, 'C09'], '12345'),
    ];
    const file = await receiveAndProcess(world.admin, fileFromBank(changes));
    const opened = { status: 'case', deadline: changeDeadline(dateInChicago(now())) };
    expect(file).toMatchObject({ status: 'review', entries: [opened, opened, opened] });
    expect(await accounts()).toEqual(before);
  });

  it('changes nothing after the payee entered another account', async () => {
    const { payments, text } = await sentThree();
    await giveAccount(defined(payments[0]), '111122223333');
    const before = await loadBankAccount(defined(defined(payments[0]).payeeToken));
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['C01'], '777788889999')));
    expect(await loadBankAccount(defined(defined(payments[0]).payeeToken))).toEqual(before);
  });
});

describe('a crashed process', () => {
  it.each(crashTimes)('%s any write of the inbox loses no return and processes none twice', async (when) => {
    let deaths = 0;
    for (let n = 1; ; n++) {
      const { payments, text } = await sentThree();
      const file = fileFromBank([
        ...replies(text, ['R01', 'R02']),
        ...replies(text, [null, null, 'C01'], '55554444'),
      ]);
      const isCrashed = await crash(n, when, async () => {
        await receive(world.admin, file);
        for (const { id } of await allRunningJobs()) await runJob(id);
      });
      // the sender repeats the file; the schedules resume unfinished work
      setClock(new Date(now().getTime() + 10 * 60_000).toISOString());
      const read = await receiveAndProcess(world.admin, file);
      await finishEverything();
      expect(read).toMatchObject({ entryCount: 3, applied: 3, repeated: 0, open: 0, status: 'done' });
      const stored = await paymentsAsStored(payments);
      expect(stored.map(({ status }) => status)).toEqual([3, 3, 2]);
      for (const { attempts } of stored) expect(attempts).toHaveLength(1);
      expect(await loadBankAccount(defined(defined(payments[1]).payeeToken))).toMatchObject({
        held: { code: 'R02' },
        version: 2,
      });
      expect(await loadBankAccount(defined(defined(payments[2]).payeeToken))).toMatchObject({
        lastFour: '4444',
        version: 2,
      });
      if (!isCrashed) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThanOrEqual(4);
  });
});
