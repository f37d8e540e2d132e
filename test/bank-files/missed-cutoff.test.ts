import { afterEach, describe, expect, it } from 'vitest';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { addBankingDays } from '../../shared/calendar.ts';
import { runJob, runStep } from '../support/jobs.ts';
import {
  breakOutbox,
  check,
  finishEverything,
  givenPayments,
  restoreOutbox,
  outboxNames,
  paymentsAsStored,
  send,
  setClock,
  somePayment,
  threePayments,
  useBankWorld,
  expectPending,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
let day = '2026-11-20';
let month = 0;
const newRun = (time = '15:00'): string => {
  day = addBankingDays(day, 20);
  setClock(`${day}T${time}:00Z`);
  month += 1;
  return `20${50 + Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
};

afterEach(restoreOutbox);

const missed = "Today's cutoff has passed. The bank can no longer process this file on ";

async function confirmed(period: string) {
  const { body: checked } = await check(world.admin, period);
  const { body } = await send(world.admin, period, checked.hash);
  const { hash } = checked;
  return { ...body, hash };
}

describe('a file that would miss its cutoff', () => {
  it('is canceled if it was confirmed at 16:29 and not sent by 16:45, and its payments are Pending again', async () => {
    const period = newRun('22:29');
    const payments = threePayments(period);
    await givenPayments(payments);
    const { jobId, files, hash } = await confirmed(period);
    setClock(`${day}T22:45:00Z`);
    const job = await runJob(jobId);
    expect(job.message).toContain(missed);
    expect(job.message).toContain('Nothing was sent. All payments are Pending again.');
    expect(await outboxNames()).not.toContain(defined(files[0]).name);
    expect(await loadBankFile(defined(files[0]).id)).toMatchObject({ status: 'canceled', attempts: 0 });
    await expectPending(payments);
    const { status, body } = await send(world.admin, period, hash);
    expect([status, body.message]).toEqual([409, expect.stringContaining(missed)]);

    const again = await confirmed(period);
    await finishEverything();
    expect(await loadBankFile(defined(again.files[0]).id)).toMatchObject({ status: 'submitted' });
    for (const payment of await paymentsAsStored(payments)) expect(payment.status).toBe(2);
  });

  it('is canceled instead of sent with a past date if the outbox recovers eleven days later', async () => {
    const period = newRun();
    const payments = threePayments(period);
    await givenPayments(payments);
    breakOutbox(false);
    const { jobId, files } = await confirmed(period);
    await runJobSteps(jobId, () => Infinity);
    expect(await loadBankFile(defined(files[0]).id)).toMatchObject({ status: 'unknown' });
    restoreOutbox();
    setClock(`${addBankingDays(day, 8)}T15:00:00Z`);
    await finishEverything();
    expect(await outboxNames()).not.toContain(defined(files[0]).name);
    expect(await loadBankFile(defined(files[0]).id)).toMatchObject({
      status: 'canceled',
      attempts: 1,
      reason: expect.stringContaining(missed),
    });
    await expectPending(payments);
  });

  it('is not canceled while an upload could still arrive or has arrived', async () => {
    const period = newRun('22:28');
    const payments = threePayments(period);
    await givenPayments(payments);
    breakOutbox(false);
    const { jobId, files } = await confirmed(period);
    await runJobSteps(jobId, () => Infinity);
    restoreOutbox();
    setClock(`${day}T22:35:00Z`);
    await finishEverything();
    expect(await loadBankFile(defined(files[0]).id)).toMatchObject({ status: 'unknown', attempts: 1 });
    setClock(`${day}T22:50:00Z`);
    await finishEverything();
    expect(await loadBankFile(defined(files[0]).id)).toMatchObject({ status: 'canceled' });

    const other = newRun('22:28');
    const arrived = threePayments(other);
    await givenPayments(arrived);
    breakOutbox(true);
    const late = await confirmed(other);
    await runJobSteps(late.jobId, () => Infinity);
    restoreOutbox();
    setClock(`${addBankingDays(day, 8)}T15:00:00Z`);
    await finishEverything();
    expect(await loadBankFile(defined(late.files[0]).id)).toMatchObject({ status: 'submitted' });
    for (const payment of await paymentsAsStored(arrived)) expect(payment.status).toBe(2);
  });

  it('is not uploaded days later if its worker died between attempt and upload', async () => {
    const period = newRun();
    const payments = threePayments(period);
    await givenPayments(payments);
    const { jobId, files } = await confirmed(period);
    let steps = 0;
    while ((await loadBankFile(defined(files[0]).id)).status !== 'sending' && steps++ < 50)
      await runStep(jobId);
    expect(await loadBankFile(defined(files[0]).id)).toMatchObject({ status: 'sending', attempts: 1 });
    setClock(`${addBankingDays(day, 3)}T15:00:00Z`);
    await finishEverything();
    expect(await loadBankFile(defined(files[0]).id)).toMatchObject({ status: 'canceled' });
    expect(await outboxNames()).not.toContain(defined(files[0]).name);
  });

  it('does not affect files of its run that were sent earlier', { timeout: 60_000 }, async () => {
    const period = newRun();
    const payments = Array.from({ length: 120 }, (_, index) =>
      somePayment(`P${period}${1000 + index}`, {
        periodId: period,
        amountToBeSent: 9_999_999_999,
        payeeToken: `payee-large-${index % 4}`,
      }),
    );
    await givenPayments(payments);
    const { jobId, files, message } = await confirmed(period);
    expect([files.length, message]).toEqual([2, 'Sending 2 files.']);
    let steps = 0;
    while ((await loadBankFile(defined(files[0]).id)).status !== 'submitted' && steps++ < 50)
      await runStep(jobId);
    setClock(`${addBankingDays(day, 2)}T15:00:00Z`);
    const job = await runJob(jobId);
    expect(job.message).toContain('1 of 2 files were already sent; the other payments are Pending again.');
    expect((await loadBankFile(defined(files[0]).id)).status).toBe('submitted');
    expect((await loadBankFile(defined(files[1]).id)).status).toBe('canceled');
    for (const { status, bankFileId } of await paymentsAsStored(payments))
      expect([status, bankFileId]).toEqual(bankFileId ? [2, defined(files[0]).id] : [0, null]);
  });
});
