import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { BankSettings } from '../../shared/bank-files/bank-settings.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import {
  check,
  checkToTheEnd,
  finishEverything,
  giveAccount,
  givenPayments,
  outboxNames,
  outboxText,
  partnerQuery,
  paymentsAsStored,
  send,
  setClock,
  somePayment,
  useBankWorld,
  expectPending,
} from './runs.ts';
import { defined } from '../support/defined.ts';

// A run that exceeds one request is checked by a job; here, more than two payments.

const world = useBankWorld();
let settings: BankSettings;
let before: BankSettings;
beforeAll(async () => {
  if (!environmentBankSettings) throw new Error('no bank settings');
  settings = environmentBankSettings;
  before = { ...settings };
});
beforeEach(() => {
  setClock('2026-11-20T15:00:00Z');
  settings.paymentsAtOnce = 2;
});
afterEach(() => Object.assign(settings, before, { offsetAccount: before.offsetAccount }));

const payments = (period: string, count: number, payment: Partial<Payment> = {}): Payment[] =>
  Array.from({ length: count }, (_, index) =>
    somePayment(`L${period}${100 + index}`, {
      periodId: period,
      partnerNumber: `PRT-${100 + index}`,
      amountToBeSent: 1000 * (index + 1),
      ...(payment as object),
    }),
  );
const resultOf = (period: string, jobId: string) =>
  call(bankFiles.checkPartnerWithdrawal, world.admin, { query: { ...partnerQuery(period), jobId } });

describe('a large run', () => {
  it('is checked by a job, whose file equals that of a direct request, and is sent', async () => {
    const all = [
      ...payments('204001', 5),
      somePayment('L20400191', { periodId: '204001', partnerName: 'No Account', payeeToken: null }),
      somePayment('L20400192', { periodId: '204001', partnerName: 'No Account too', payeeToken: null }),
    ];
    await givenPayments(all);
    const query = { ...partnerQuery('204001'), onlyAvailability: true };
    const { body: ready } = await call(bankFiles.checkPartnerWithdrawal, world.admin, { query });
    expect(ready).toMatchObject({ isAchUploadAvailable: true, hasMore: true, jobId: null });

    const { body: began } = await check(world.admin, '204001');
    expect(began).toMatchObject({ isAchUploadAvailable: false, errorMessage: null, hash: null });
    expect((await check(world.admin, '204001')).body.jobId).toBe(began.jobId);
    expect((await resultOf('204001', began.jobId)).body.jobId).toBe(began.jobId);
    const job = await runJob(began.jobId);
    expect(job).toMatchObject({ status: 'done', message: 'The file was checked.', done: 12, total: 14 });

    const { body: checked } = await resultOf('204001', began.jobId);
    settings.paymentsAtOnce = 1000;
    const { body: byCall } = await check(world.admin, '204001');
    // the same bytes; the run hash also covers the setting that was changed here
    expect(byCall).toEqual({ ...checked, hash: byCall.hash });
    expect(byCall.jobId).toBeNull();
    expect(checked).toMatchObject({
      isAchUploadAvailable: true,
      paymentCount: 5,
      totals: { debit: 150, credit: 0 },
      excludedCount: 2,
      waiting: [{ reason: 'No bank account on file.', count: 2, amount: 200 }],
    });
    expect(checked.lines.map(({ trace }: { trace: string }) => trace.slice(-7))).toHaveLength(5);

    settings.paymentsAtOnce = 2;
    const download = await call(bankFiles.downloadPartnerWithdrawal, world.admin, {
      query: partnerQuery('204001'),
    });
    expect(download.status).toBe(202);
    await runJob(download.body.jobId);
    const params = { jobId: download.body.jobId };
    const { body: file } = await call(jobs.file, world.admin, { params });
    expect(file.name).toBe('preview-partnerWithdrawal-204001.ach');
    expect(await (await fetch(file.address)).text()).toMatch(/^101 .*Company L204001100/s);

    const sent = await send(world.admin, '204001', checked.hash);
    await finishEverything();
    expect((await send(world.admin, '204001', checked.hash)).body).toEqual(sent.body);
    const { entries } = defined(
      defined(readNachaFile(await outboxText(sent.body.files[0].name)).file).batches[0],
    );
    expect(entries.map(({ amount }) => amount)).toEqual([1000, 2000, 3000, 4000, 5000]);
    for (const payment of await paymentsAsStored(all.slice(0, 5))) expect(payment.status).toBe(2);
  });

  it('sends the few remaining payments, although their list exceeds one request', async () => {
    const all = payments('204008', 4, { status: 2 });
    await givenPayments([...all, ...payments('204008', 5).slice(4)]);
    const { body } = await checkToTheEnd(world.admin, '204008');
    expect(body.paymentCount).toBe(1);
    expect(await send(world.admin, '204008', body.hash)).toMatchObject({ status: 200 });
    await finishEverything();
    expect((await paymentsAsStored(payments('204008', 5))).map(({ status }) => status)).toEqual([
      2, 2, 2, 2, 2,
    ]);
  });

  it('reports why nothing can be sent, with the excluded payments', async () => {
    await givenPayments(payments('204002', 3, { payeeToken: null }));
    const { body } = await checkToTheEnd(world.admin, '204002');
    expect(body).toMatchObject({
      isAchUploadAvailable: false,
      errorMessage: 'Nothing to send: every pending payment is excluded. The reasons are listed.',
      waiting: [{ reason: 'No bank account on file.', count: 3, amount: 60 }],
    });
  });

  it('is checked again if a payment or account changes during the check', async () => {
    const all = payments('204003', 4);
    await givenPayments(all);
    const { body: began } = await check(world.admin, '204003');
    // payments are read in two steps and split in one; then the account changes, before its file is built
    let steps = 0;
    const { runJobSteps } = await import('../../functions/workers/job-runner.ts');
    await runJobSteps(began.jobId, () => (steps++ < 4 ? Infinity : 0));
    expect((await loadJob(began.jobId))?.message).toBe('Preparing the file.');
    await giveAccount(defined(all[1]), '99887766');
    await runJob(began.jobId);
    expect((await resultOf('204003', began.jobId)).body.errorMessage).toBe(
      'The bank account of Company L204003101 changed during the check. Check the file again.',
    );
    const { body: again } = await checkToTheEnd(world.admin, '204003');
    expect(again.paymentCount).toBe(4);
  });

  it('is canceled completely if a payment changes after the check, regardless of its size', async () => {
    const all = payments('204004', 4);
    await givenPayments(all);
    const { body } = await checkToTheEnd(world.admin, '204004');
    const [stored] = await paymentsAsStored([defined(all[3])]);
    await transact(...paymentChange(defined(stored), { ...defined(stored), amountToBeSent: 5 }));
    const names = await outboxNames();
    const sent = await send(world.admin, '204004', body.hash);
    await finishEverything();
    expect((await loadJob(sent.body.jobId))?.message).toContain(
      'The payment for Company L204004103 changed.',
    );
    expect(await outboxNames()).toEqual(names);
    await expectPending(all);
    expect((await send(world.admin, '204004', body.hash)).status).toBe(409);
  });

  it('does not receive the check of other payments', async () => {
    await givenPayments([...payments('204005', 3), ...payments('204006', 3)]);
    const { body } = await check(world.admin, '204005');
    expect((await resultOf('204006', body.jobId)).status).toBe(404);
    expect((await resultOf('204006', 'no-such-job')).status).toBe(404);
    await finishEverything();
  });

  it('sends all files of the daily limit, and postpones any further file to the next day', async () => {
    setClock('2026-11-23T15:00:00Z');
    // an offset entry holds less than two of these amounts, so each payment is a separate file
    settings.offsetAccount = { routingNumber: '121042882', accountNumber: '998877', accountType: 'checking' };
    settings.twoPersons = { ...settings.twoPersons, forNewAccounts: false };
    Object.assign(settings.twoPersons, { above: null, entryAbove: null, dayAbove: null });
    const all = payments('204007', 37, { amountToBeSent: 60_000_000_00, totalPayment: 60_000_000_00 });
    await givenPayments(all);
    const { body: tooMany } = await checkToTheEnd(world.admin, '204007');
    expect(tooMany.errorMessage).toBe(
      'The bank accepts 36 files per day from one origin. Send the rest on the next day.',
    );
    const [last] = await paymentsAsStored([defined(all[36])]);
    await transact(...paymentChange(defined(last), null));
    const { body: checked } = await checkToTheEnd(world.admin, '204007');
    expect(checked.files).toHaveLength(36);
    const names = await outboxNames();
    const lost = await send(world.admin, '204007', checked.hash);
    await giveAccount(defined(all[35]), '123123123');
    await finishEverything();
    expect((await loadJob(lost.body.jobId))?.message).toContain('Nothing was sent.');
    setClock('2026-11-24T15:00:00Z');
    const { body: next } = await checkToTheEnd(world.admin, '204007');
    const sent = await send(world.admin, '204007', next.hash);
    expect(sent.status).toBe(200);
    await finishEverything();
    const added = (await outboxNames()).filter((name) => !names.includes(name));
    expect(
      added
        .map((name) => name.split('-')[1] ?? '')
        .toSorted((left, other) => (left < other ? -1 : 1))
        .join(''),
    ).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    for (const payment of await paymentsAsStored(all.slice(0, 36))) expect(payment.status).toBe(2);
  });
});
