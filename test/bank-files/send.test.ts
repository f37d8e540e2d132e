import { beforeEach, describe, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import { sha256 } from '../../functions/platform/digest.ts';
import { transact } from '../../functions/table/transact.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import {
  accountNumberOf,
  check,
  finishEverything,
  giveAccount,
  givenPayments,
  outboxNames,
  outboxText,
  paymentsAsStored,
  send,
  setClock,
  somePayment,
  threePayments,
  useTwoAdministrators,
  expectPending,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const [world, otherAdmin] = useTwoAdministrators();
let month = 0;
const newPeriod = () => {
  month += 1;
  return `${2040 + Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
};

// a Friday morning in Chicago, before the cutoff
beforeEach(() => setClock('2026-11-20T15:00:00Z'));

describe('a bank file', () => {
  it('is previewed without changing a payment, and a repeated preview has the same hash', async () => {
    const period = newPeriod();
    const payments = threePayments(period);
    await givenPayments(payments);
    const first = await check(world.admin, period);
    setClock('2026-11-20T15:07:00Z');
    const second = await check(otherAdmin, period);
    expect(first.body).toMatchObject({
      isAchUploadAvailable: true,
      errorMessage: null,
      paymentCount: 3,
      totals: { debit: 60, credit: 0 },
      effectiveDate: '2026-11-23',
      counts: { newAccounts: 3, changedAccounts: 0 },
      submitText: 'Send 1 file to US Bank',
      hasPin: true,
    });
    expect(first.body.hash).toMatch(/^[\da-f]{64}$/);
    expect(second.body.hash).toBe(first.body.hash);
    for (const payment of await paymentsAsStored(payments))
      expect(payment).toMatchObject({ version: 1, status: 0, bankFileId: null });
  });

  it('is delivered to the outbox once, byte for byte as confirmed, and its payments are Submitted', async () => {
    const period = newPeriod();
    const payments = threePayments(period);
    await givenPayments(payments);
    const { body: checked } = await check(world.admin, period);
    const sent = await send(world.admin, period, checked.hash);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const job = await runJob(sent.body.jobId);
    expect(job).toMatchObject({ status: 'done', message: 'The file was sent.', done: 6, total: 6 });

    const file = sent.body.files[0];
    const text = await outboxText(file.name);
    expect(checkNachaFile(text)).toEqual([]);
    const read = readNachaFile(text);
    expect(read.problems).toEqual([]);
    const entries = defined(read.file).batches.flatMap((batch) => batch.entries);
    expect(entries.map(({ amount }) => amount)).toEqual([1000, 2000, 3000]);
    expect(entries.map(({ accountNumber }) => accountNumber)).toEqual(payments.map(accountNumberOf));
    expect(defined(read.file).batches[0]).toMatchObject({
      entryClass: 'CCD',
      serviceClass: 225,
      description: 'PARTNERFEE',
      effectiveDate: '2026-11-23',
    });
    for (const payment of await paymentsAsStored(payments))
      expect(payment).toMatchObject({ status: 2, bankFileId: file.id });

    const { body: shown } = await call(bankFiles.get, world.admin, { params: { bankFileId: file.id } });
    expect(shown).toMatchObject({
      status: 'submitted',
      // hash of the bytes with final modifier and trace numbers, not of the preview
      hash: sha256(text),
      debit: 60,
      sentByName: 'Ada Okafor',
    });
    expect(shown.lines.map(({ amount }: { amount: number }) => amount)).toEqual([10, 20, 30]);
    expect(shown.attemptsMade).toHaveLength(1);
    const { body: list } = await call(bankFiles.list, world.admin);
    expect(list.items.map(({ id }: { id: string }) => id)).toContain(file.id);
  });

  it('is sent once for a repeated request, with the same response', async () => {
    const period = newPeriod();
    await givenPayments(threePayments(period));
    const { body: checked } = await check(world.admin, period);
    const before = await outboxNames();
    const first = await send(world.admin, period, checked.hash);
    const again = await send(world.admin, period, checked.hash);
    await finishEverything();
    const late = await send(otherAdmin, period, checked.hash);
    await finishEverything();
    expect([again.body, late.body]).toEqual([first.body, first.body]);
    expect((await outboxNames()).length).toBe(before.length + 1);
  });

  it('is one file when two administrators send concurrently', async () => {
    const period = newPeriod();
    const payments = threePayments(period);
    await givenPayments(payments);
    const { body: checked } = await check(world.admin, period);
    const before = await outboxNames();
    const answers = await Promise.all([
      send(world.admin, period, checked.hash),
      send(otherAdmin, period, checked.hash),
      send(otherAdmin, period, checked.hash),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await Promise.all([runJob(answers[0].body.jobId), runJob(answers[0].body.jobId)]);
    await finishEverything();
    expect((await outboxNames()).length).toBe(before.length + 1);
    for (const payment of await paymentsAsStored(payments)) expect(payment.status).toBe(2);
  });

  it('is rejected with 409 for another hash, another filter, or without a preview', async () => {
    const period = newPeriod();
    await givenPayments(threePayments(period));
    const { body: checked } = await check(world.admin, period);
    expect((await send(world.admin, period, 'f'.repeat(64))).status).toBe(409);
    const elsewhere = await send(world.admin, newPeriod(), checked.hash);
    expect(elsewhere.status).toBe(409);
    expect(elsewhere.body.message).toContain('does not match these payments');
  });

  it.each([
    [
      'an amount',
      'The amount for',
      async ([one]: ReturnType<typeof threePayments>) =>
        changePayment(defined(one).id, { amountToBeSent: 5 }),
    ],
    [
      'a bank account',
      'The bank account of',
      async ([one]: ReturnType<typeof threePayments>) => giveAccount(defined(one), '99887766'),
    ],
    [
      'a status',
      'can no longer be sent',
      async ([one]: ReturnType<typeof threePayments>) => changePayment(defined(one).id, { status: 4 }),
    ],
  ])('whose payment has %s changed since the preview is refused with 409', async (_, words, changeIt) => {
    const period = newPeriod();
    const payments = threePayments(period);
    await givenPayments(payments);
    const { body: checked } = await check(world.admin, period);
    await changeIt(payments);
    const { status, body } = await send(world.admin, period, checked.hash);
    expect([status, body.message]).toEqual([409, expect.stringContaining(words)]);
    for (const payment of await paymentsAsStored(payments)) expect(payment.bankFileId).toBeNull();
  });

  it('is rejected if a payment was added, or the day or the cutoff has passed', async () => {
    const period = newPeriod();
    await givenPayments(threePayments(period));
    const { body: checked } = await check(world.admin, period);
    setClock('2026-11-20T22:31:00Z');
    const late = await send(world.admin, period, checked.hash);
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringContaining("Today's cutoff has passed."),
    ]);
    setClock('2026-11-21T15:00:00Z');
    expect((await send(world.admin, period, checked.hash)).body.message).toContain('another day');
    setClock('2026-11-20T15:00:00Z');
    await givenPayments([somePayment(`P${period}9`, { periodId: period })]);
    expect((await send(world.admin, period, checked.hash)).body.message).toContain(
      'Another payment is now ready to send',
    );
  });

  it(
    'is canceled completely if a payment changes after the start, and no payment stays reserved',
    { timeout: 60_000 },
    async () => {
      const period = newPeriod();
      const payments = Array.from({ length: 60 }, (_, index) =>
        somePayment(`P${period}${100 + index}`, { periodId: period }),
      );
      await givenPayments(payments);
      const { body: checked } = await check(world.admin, period);
      const before = await outboxNames();
      const { body: sent } = await send(world.admin, period, checked.hash);
      await changePayment(defined(payments.at(-1)).id, { amountToBeSent: 7 });
      const job = await runJob(sent.jobId);
      expect(job.message).toContain('changed');
      expect(await outboxNames()).toEqual(before);
      await expectPending(payments);
      const { body: shown } = await call(bankFiles.get, world.admin, {
        params: { bankFileId: sent.files[0].id },
      });
      expect(shown).toMatchObject({ status: 'canceled', lines: [] });
      expect((await send(world.admin, period, checked.hash)).status).toBe(409);

      const { body: next } = await check(world.admin, period);
      await send(world.admin, period, next.hash);
      await finishEverything();
      for (const payment of await paymentsAsStored(payments)) expect(payment.status).toBe(2);
    },
  );

  it('is canceled if an account changes between reservation and build', async () => {
    const period = newPeriod();
    const payments = threePayments(period);
    await givenPayments(payments);
    const { body: checked } = await check(world.admin, period);
    const { body: sent } = await send(world.admin, period, checked.hash);
    await giveAccount(defined(payments[2]), '123123123');
    const job = await runJob(sent.jobId);
    expect(job.message).toContain('bank account of');
    await expectPending(payments);
  });

  it('is sent with the next modifier if another file was sent after its preview', async () => {
    const [one, two] = [newPeriod(), newPeriod()];
    await givenPayments([...threePayments(one), ...threePayments(two)]);
    const { body: first } = await check(world.admin, one);
    const { body: second } = await check(world.admin, two);
    await send(world.admin, one, first.hash);
    await finishEverything();
    const { status, body } = await send(world.admin, two, second.hash);
    expect(status, body.message).toBe(200);
    await finishEverything();
    const read = readNachaFile(await outboxText(body.files[0].name));
    expect(read.file?.fileIdModifier).not.toBe('A');
  });
});

const changePayment = async (id: string, overrides: object) => {
  const [stored] = await paymentsAsStored([somePayment(id)]);
  await transact(...paymentChange(defined(stored), { ...defined(stored), ...overrides }));
};
