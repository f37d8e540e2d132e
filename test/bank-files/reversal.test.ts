import { describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { reverseFile } from '../../functions/bank-files/reversal/reverse.ts';
import { sentEntriesNow } from '../../functions/bank-files/sent-entry-store.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/time-and-chance.ts';
import type { User } from '../../functions/users/user.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import { addBankingDays, dateInChicago } from '../../shared/calendar.ts';
import { approvals } from '../../shared/contracts/approvals.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { lastReversalDate } from '../../shared/bank-files/bank-file.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank, statusesOf, sendThree } from './received.ts';
import {
  finishEverything,
  givenPayments,
  outboxNames,
  outboxText,
  paymentsAsStored,
  pin,
  runUntil,
  setClock,
  somePayment,
  useTwoAdministrators,
} from './runs.ts';
import { defined } from '../support/defined.ts';
import { proveMonth } from '../ledger/prove.ts';

const [world, second] = useTwoAdministrators();

const sentThree = (period: string) => sendThree(world.admin, period);

const body = { reason: 'duplicate', note: 'Sent twice by mistake.' };
const reverse = (user: User, bankFileId: string, overrides: object = {}) =>
  call(bankFiles.reverseFile, user, { params: { bankFileId }, body: { ...body, ...overrides } });

describe('a reversal', () => {
  it('needs two administrators, and reverses every entry as it was sent', async () => {
    const { payments, text, fileId } = await sentThree('204301');
    expect((await reverse(world.admin, fileId)).body).toMatchObject({ confirmed: false, jobId: null });
    expect((await reverse(world.admin, fileId, { pin })).body).toMatchObject({ confirmed: false });
    expect((await reverse(second, fileId)).status).toBe(422);
    expect((await reverse(second, fileId, { pin: '1111' })).status).toBe(422);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    const confirmed = (await reverse(second, fileId, { pin })).body;
    expect(confirmed).toMatchObject({
      success: true,
      confirmed: true,
      message: '3 entries are being reversed.',
    });
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([4, 4, 4]);
    const file = await loadBankFile(confirmed.bankFileId);
    expect(file).toMatchObject({ status: 'submitted', purpose: 'reversal', debit: 0, credit: 6000 });
    expect(await loadBankFile(fileId)).toMatchObject({
      reversal: { confirmedBy: second.id, bankFileId: file.id },
    });
    const reversal = await outboxText(file.name);
    const [batch] = readNachaFile(reversal).file?.batches ?? [];
    expect(batch).toMatchObject({ description: 'REVERSAL', entryClass: 'CCD', serviceClass: 220 });
    const asSent = entriesOf(text).map(({ entry }) => entry);
    expect(batch?.entries).toMatchObject(
      asSent.map(({ amount, id, name, accountNumber, routingNumber }) => ({
        amount,
        id,
        name,
        accountNumber,
        routingNumber,
        transactionCode: 22,
      })),
    );
    expect((await reverse(world.admin, fileId)).status).toBe(409);
    const { proof } = await proveMonth(world.admin, '204301');
    expect(proof).toMatchObject({ unexplained: 0, canceled: 60, outstanding: 0, findingCount: 0 });
  });

  it('reverses only the selected entries, and none that were returned', async () => {
    const { payments, text, fileId } = await sentThree('204303');
    const traces = entriesOf(text).map(({ entry }) => entry.trace);
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01'])));
    expect((await reverse(world.admin, fileId, { traces })).status).toBe(409);
    const chosen = { traces: [traces[2]] };
    await reverse(world.admin, fileId, chosen);
    expect((await reverse(second, fileId, { traces: [traces[1]], pin })).body.confirmed).toBe(false);
    await reverse(world.admin, fileId, chosen);
    expect((await reverse(second, fileId, { ...chosen, pin })).body.confirmed).toBe(true);
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([3, 2, 4]);
  });

  it('opens a case and reverses nothing if the receiving bank rejects it', async () => {
    const { payments, fileId } = await sentThree('204304');
    await reverse(world.admin, fileId);
    const { bankFileId } = (await reverse(second, fileId, { pin })).body;
    await finishEverything();
    const text = await outboxText((await loadBankFile(bankFileId)).name);
    const received = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R23'])));
    expect(received.entries).toMatchObject([{ status: 'case' }]);
    expect(received.entries[0].reason).toContain('The reversal came back');
    const again = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R23'])));
    expect(again.entries).toMatchObject([
      { status: 'repeated', reason: 'An earlier file returned this entry.' },
    ]);
    // the first payment was not taken back
    expect(await statusesOf(payments)).toEqual([5, 4, 4]);
  });

  it('stops if a payment is returned before it is sent, and can be requested again', async () => {
    const { payments, text, fileId } = await sentThree('204305');
    await reverse(world.admin, fileId);
    const { bankFileId } = (await reverse(second, fileId, { pin })).body;
    const outbox = await outboxNames();
    await receiveAndProcess(world.admin, fileFromBank(replies(text, [null, 'R02'])));
    await finishEverything();
    expect(await loadBankFile(bankFileId)).toMatchObject({ status: 'canceled' });
    expect(await outboxNames()).toEqual(outbox);
    expect(await statusesOf(payments)).toEqual([2, 3, 2]);
    await reverse(world.admin, fileId);
    expect((await reverse(second, fileId, { pin })).body.message).toBe('2 entries are being reversed.');
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([4, 3, 4]);
  });

  it('leaves no mark if it is stopped before it is created, and can be requested again', async () => {
    const { payments, text, fileId } = await sentThree('204307');
    const traces = entriesOf(text).map(({ entry }) => entry.trace);
    const marks = async () =>
      [...(await sentEntriesNow(traces)).values()].map(({ reversedBy }) => reversedBy?.bankFileId ?? null);
    await reverse(world.admin, fileId);
    const { bankFileId, jobId } = (await reverse(second, fileId, { pin })).body;
    await runUntil('reserved', bankFileId, jobId);
    expect(await marks()).toEqual([bankFileId, bankFileId, bankFileId]);
    const { companyName } = defined(environmentBankSettings);
    defined(environmentBankSettings).companyName = 'WELLPORT LLC';
    await runJob(jobId);
    defined(environmentBankSettings).companyName = companyName;
    expect(await loadBankFile(bankFileId)).toMatchObject({
      status: 'canceled',
      reason: 'The bank settings changed.',
    });
    expect(await marks()).toEqual([null, null, null]);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    await reverse(world.admin, fileId);
    expect((await reverse(second, fileId, { pin })).body.message).toBe('3 entries are being reversed.');
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([4, 4, 4]);
  });

  it('reserves the trace of its offset entry, so the next file takes another one', async () => {
    const settings = defined(environmentBankSettings);
    settings.offsetAccount = { routingNumber: '121042882', accountNumber: '998877', accountType: 'checking' };
    const { fileId } = await sentThree('204308');
    await reverse(world.admin, fileId);
    const { bankFileId } = (await reverse(second, fileId, { pin })).body;
    await finishEverything();
    const tracesOf = (text: string) =>
      readNachaFile(text).file?.batches.flatMap(({ entries }) => entries.map(({ trace }) => trace)) ?? [];
    const reversed = tracesOf(await outboxText((await loadBankFile(bankFileId)).name));
    const more = [somePayment('P2043089', { periodId: '204308', amountToBeSent: 500 })];
    await givenPayments(more);
    const next = tracesOf((await sendToBank(world.admin, '204308')).text);
    delete settings.offsetAccount;
    expect([reversed.length, next.length]).toEqual([4, 2]);
    expect(next.filter((trace) => reversed.includes(trace))).toEqual([]);
  });

  it('waits for the other administrator until it is confirmed or too late', async () => {
    const { text, fileId } = await sentThree('204310');
    const { name, effectiveDate } = await loadBankFile(fileId);
    const waiting = async (as: User) =>
      (await call(approvals.list, as)).body.items.filter(({ kind }: { kind: string }) => kind === 'reversal');
    expect(await waiting(second)).toEqual([]);
    await reverse(world.admin, fileId, { traces: [defined(entriesOf(text)[0]).entry.trace] });
    expect(await waiting(world.admin)).toMatchObject([{ waitsFor: 'Another administrator' }]);
    expect(await waiting(second)).toMatchObject([
      { title: `Confirm the reversal of 1 entry of ${name}`, people: 1, amount: null, waitsFor: null },
    ]);
    // a later request replaces the first one
    await reverse(world.admin, fileId);
    expect(await waiting(second)).toMatchObject([
      {
        title: `Confirm the reversal of all entries of ${name}`,
        effect: 'It repeats another entry. Sent twice by mistake.',
        people: 3,
        amount: 60,
        // one banking day before the last settlement date
        dueOn: addBankingDays(effectiveDate, 4),
        path: `/admin/bankfiles/${fileId}`,
      },
    ]);
    setClock(`${addBankingDays(effectiveDate, 5)}T15:00:00Z`);
    expect(await waiting(second)).toEqual([]);
    setClock(`${effectiveDate}T15:00:00Z`);
    expect((await reverse(second, fileId, { pin })).body.confirmed).toBe(true);
    expect(await waiting(second)).toEqual([]);
    await finishEverything();
    expect(await waiting(second)).toEqual([]);
  });

  it('is rejected after five banking days, across a holiday and a leap day', async () => {
    // effective on Friday; Presidents' Day is in between
    expect(lastReversalDate('2048-02-14')).toBe('2048-02-24');
    expect(lastReversalDate('2048-02-25')).toBe('2048-03-03');
    const { fileId } = await sentThree('204306');
    setClock('2043-06-30T15:00:00Z');
    const values = { reason: 'amount', note: 'Too late by far.' } as const;
    const late = reverseFile(fileId, values, { userId: world.admin.id, now: now(), newId });
    await expect(late).rejects.toThrow('More than five banking days');
  });
});

describe('a reversed entry that is also returned', () => {
  it('opens a case with the deadline of R62, and is a finding of the monthly proof', async () => {
    const { payments, text, fileId } = await sentThree('204309');
    await reverse(world.admin, fileId, { pin });
    await reverse(second, fileId, { pin });
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([4, 4, 4]);
    const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R29'])));
    expect(file.entries).toMatchObject([
      {
        status: 'case',
        deadline: addBankingDays(dateInChicago(now()), 5),
        reason:
          'Corporate customer did not authorize. This payment of $10.00 was reversed before it was returned, so the payee has $10.00 twice. Ask the bank to dishonor the return (R62) by the deadline, or recover $10.00 from the payee.',
      },
    ]);
    expect(await statusesOf(payments)).toEqual([4, 4, 4]);
    expect(await paymentsAsStored(payments)).toMatchObject([
      { attempts: [{ returned: { code: 'R29' } }] },
      { attempts: [{ returned: null }] },
      { attempts: [{ returned: null }] },
    ]);
    const { rows } = await proveMonth(world.admin, '204309');
    expect((rows as { findings: { paymentId: string }[] }[]).flatMap((row) => row.findings)).toMatchObject([
      {
        paymentId: payments[0]?.id,
        problem: 'It was reversed and also returned, so it was paid back twice.',
      },
    ]);
    const again = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R29'])));
    expect(again.entries).toMatchObject([{ status: 'repeated' }]);
  });
});
