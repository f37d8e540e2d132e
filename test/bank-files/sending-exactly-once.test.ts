import { afterEach, describe, expect, it } from 'vitest';
import { linesOf } from '../../functions/bank-files/entry-store.ts';
import { bankFilesIn, loadBankFile } from '../../functions/bank-files/store.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { s3 } from '../../functions/platform/files.ts';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { paymentIdsOf } from '../../shared/bank-files/sent-entry.ts';
import { addBankingDays } from '../../shared/calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { crash } from '../support/faults.ts';
import { sized } from '../support/sized.ts';
import {
  check,
  finishEverything,
  givenPayments,
  restoreOutbox,
  outboxNames,
  outboxText,
  paymentsAsStored,
  send,
  setClock,
  somePayment,
  threePayments,
  useBankWorld,
  sendUnconfirmed,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
let day = '2026-11-20';
let month = 0;
// every run has a separate day and period, because a day is limited to 36 files
const newRun = (): string => {
  day = addBankingDays(day, 1);
  setClock(`${day}T15:00:00Z`);
  month += 1;
  return `${2040 + Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
};

async function everythingWentOutOnce(payments: Payment[], namesBefore: string[]): Promise<void> {
  const stored = await paymentsAsStored(payments);
  for (const payment of stored) expect(payment.status, payment.id).toBe(2);
  const files = await bankFilesIn(['submitted']);
  const mine = new Set(stored.map(({ bankFileId }) => bankFileId));
  const ours = files.filter(({ id }) => mine.has(id));
  const names = (await outboxNames()).filter((name) => !namesBefore.includes(name));
  expect(names.toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
  const inFiles: string[] = [];
  let [debit, debitInOutbox] = [0, 0];
  for (const file of ours) {
    const { lines } = await linesOf(file.id, undefined, 1000);
    inFiles.push(...paymentIdsOf(lines));
    debit += file.debit;
    const text = await outboxText(file.name);
    expect(checkNachaFile(text)).toEqual([]);
    debitInOutbox += defined(readNachaFile(text).file).totals.debit;
  }
  expect(inFiles.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  const due = stored.reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0);
  expect([debit, debitInOutbox]).toEqual([due, due]);
  expect(await bankFilesIn(['reserving', 'reserved', 'ready', 'sending', 'unknown', 'delivered'])).toEqual(
    [],
  );
}

async function sendAsAPerson(period: string, knownHash?: string): Promise<string | undefined> {
  let hash = knownHash;
  for (let turn = 0; turn < 4; turn++) {
    if (!hash) {
      const { body, status } = await check(world.admin, period);
      if (status !== 200 || !body.isAchUploadAvailable) return undefined;
      hash = body.hash;
    }
    const { status } = await send(world.admin, period, hash ?? '');
    if (status === 200 || status === 500) return hash;
    hash = undefined;
  }
  return undefined;
}

describe('a crashed process', () => {
  // a crash after one write leaves the same records as one before the next write
  const crashes = [
    ['before', 'the same request comes first'],
    ['after', 'reconciliation comes first'],
    ['after', 'the same request comes first'],
    ['before', 'reconciliation comes first'],
  ] as const;
  it.each(sized<readonly (typeof crashes)[number][]>(crashes.slice(0, 2), crashes))(
    '%s any write leaves one file and no payment out when %s',
    { timeout: 240_000 },
    async (when, order) => {
      let deaths = 0;
      for (let n = 1; ; n++) {
        const period = newRun();
        const payments = threePayments(period);
        await givenPayments(payments);
        const names = await outboxNames();
        let hash: string | undefined;
        const send = async () => {
          hash = await sendAsAPerson(period);
          await finishEverything();
        };
        const isCrashed = await crash(n, when, send, [s3]);
        if (order === 'reconciliation comes first') await finishEverything();
        await sendAsAPerson(period, hash);
        await finishEverything();
        await sendAsAPerson(period, hash);
        await finishEverything();
        await everythingWentOutOnce(payments, names);
        if (!isCrashed) break;
        deaths += 1;
      }
      expect(deaths).toBeGreaterThanOrEqual(14);
    },
  );
});

describe('an unconfirmed delivery', () => {
  afterEach(restoreOutbox);

  it.each([
    [true, 1],
    [false, 2],
  ])('is Unknown, and reconciliation determines whether it arrived (%s)', async (lands, attempts) => {
    const period = newRun();
    const payments = threePayments(period);
    await givenPayments(payments);
    const names = await outboxNames();
    const { id: fileId, jobId } = await sendUnconfirmed(world.admin, period, lands);
    expect((await loadJob(jobId))?.message).toContain('not confirmed');
    for (const payment of await paymentsAsStored(payments))
      expect(payment).toMatchObject({ status: 0, bankFileId: fileId });
    expect((await check(world.admin, period)).body).toMatchObject({
      isAchUploadAvailable: false,
      excluded: [{ reason: 'It is already in another bank file.' }, {}, {}],
    });
    restoreOutbox();
    await finishEverything();
    expect(await loadBankFile(fileId)).toMatchObject({ status: 'submitted', attempts, reason: null });
    await everythingWentOutOnce(payments, names);
  });
});

describe('a run of several files', () => {
  it('sends each file once, with every payment in one of them', { timeout: 60_000 }, async () => {
    const period = newRun();
    // the control record has twelve digits of cents: 120 of the largest payments need two files
    const payments = Array.from({ length: 120 }, (_, index) =>
      somePayment(`P${period}${1000 + index}`, {
        periodId: period,
        amountToBeSent: 9_999_999_999,
        payeeToken: `payee-large-${index % 4}`,
      }),
    );
    await givenPayments(payments);
    const names = await outboxNames();
    const { body } = await check(world.admin, period);
    expect(body.files).toHaveLength(2);
    expect(body).toMatchObject({ paymentCount: 120, counts: { unusualAmounts: 120 } });
    const sendAll = async () => {
      await send(world.admin, period, body.hash);
      await finishEverything();
    };
    expect(await crash(14, 'after', sendAll, [s3])).toBe(true);
    await sendAll();
    await everythingWentOutOnce(payments, names);
  });
});
