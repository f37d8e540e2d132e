import { beforeAll, describe, expect, it } from 'vitest';
import { waitingToBeSent } from '../../functions/bank-files/treasury/figures.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { periods } from '../../shared/contracts/periods.ts';
import { memberDues, memberReimbursements, returned } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from './received.ts';
import {
  check,
  givenPayments,
  restoreOutbox,
  sendUnconfirmed,
  setClock,
  somePayment,
  useBankWorld,
} from './runs.ts';

const world = useBankWorld();
beforeAll(() => setClock('2026-11-10T15:00:00Z'));

interface Line {
  step: string;
  kind: string;
  paymentTypeID: number;
  programPaymentTypeIds: number[];
  amount: number;
  part: string | null;
}

/** Returns the lines of a month on the home page, by step, and the text of its step "sent". */
async function home(periodId: string) {
  const { items } = (await call(periods.months, world.admin, { query: {} })).body;
  const month = items.find((item: { periodId: string }) => item.periodId === periodId);
  const text = month.steps.find(({ step }: { step: string }) => step === 'sent').text as string;
  const lines = month.lines as Line[];
  const parts = lines.filter(({ step }) => step === 'sent').map(({ part, amount }) => [part, amount]);
  return { text, parts, lines };
}

const treasury = async (periodId: string) => {
  const { pending } = (await call(bankFiles.getTreasury, world.admin, {})).body;
  return pending
    .filter((row: { periodId: string }) => row.periodId === periodId)
    .map(({ amount, parts }: { amount: number; parts: object }) => ({ amount, parts }));
};

const none = { ready: 0, later: 0, unchecked: 0, excluded: 0 };

describe('the amounts to be sent', () => {
  const payments = [1, 2, 3].map((index) =>
    somePayment(`P-1-4-${index}-202610`, {
      periodId: '202610',
      amountToBeSent: index * 10_00,
      ...(index === 3 && { payeeToken: null }),
    }),
  );

  it('equal what the page sends, without the excluded payments', async () => {
    await givenPayments(payments);
    const { totals, excludedCount, waiting } = (await check(world.admin, '202610')).body;
    expect([totals.debit, excludedCount, waiting[0].amount]).toEqual([30, 1, 30]);
    const { text, parts } = await home('202610');
    expect(parts).toEqual([
      ['ready', totals.debit],
      ['excluded', waiting[0].amount],
    ]);
    expect(text).toBe('Send $30.00. $30.00 is excluded from sending: review it.');
    expect(await treasury('202610')).toEqual([{ amount: 60, parts: { ...none, ready: 30, excluded: 30 } }]);
  });

  it('contain no payment to send when all pending payments are excluded', async () => {
    await sendToBank(world.admin, '202610');
    expect((await check(world.admin, '202610')).body.isAchUploadAvailable).toBe(false);
    const { text, parts } = await home('202610');
    expect(parts).toEqual([['excluded', 30]]);
    expect(text).toBe('$30.00 is excluded from sending: review it.');
    expect(await treasury('202610')).toEqual([{ amount: 30, parts: { ...none, excluded: 30 } }]);
  });

  it('that were sent equal the files of the month without an acknowledgement', async () => {
    await givenPayments([somePayment('P-1-4-4-202609', { periodId: '202609', amountToBeSent: 7_00 })]);
    await sendToBank(world.admin, '202609');
    const waiting = async (waitingPeriodId: string) =>
      (await call(bankFiles.list, world.admin, { query: { waitingPeriodId } })).body.items.map(
        ({ debit, filter }: { debit: number; filter: { periodId: string } }) => [filter.periodId, debit],
      );
    expect(await waiting('202610')).toEqual([['202610', 30]]);
    expect(await waiting('202609')).toEqual([['202609', 7]]);
    expect(await waiting('202608')).toEqual([]);
  });

  it('are not determined for more payments than are read', async () => {
    await givenPayments(
      Array.from({ length: 201 }, (_, index) =>
        somePayment(`P-1-4-${1000 + index}-202609`, {
          periodId: '202609',
          amountToBeSent: 1_00,
          payeeToken: null,
        }),
      ),
    );
    expect((await home('202609')).parts).toEqual([['unchecked', 201]]);
    expect(await treasury('202609')).toEqual([{ amount: 201, parts: { ...none, unchecked: 201 } }]);
  });

  it('are later before the first day of sending', async () => {
    const partnerId = world.own.partner.id;
    const ofMember = { kind: 'member', partnerId, memberId: 'T1', programPaymentTypeId: 2 } as const;
    await givenPayments([
      somePayment(`M-2-7-${partnerId}-T1-202611`, {
        ...ofMember,
        periodId: '202611',
        paymentTypeId: memberReimbursements,
        amountToBeSent: 20_00,
      }),
    ]);
    expect(await home('202611')).toMatchObject({ parts: [['later', 20]], text: '$20.00 can be sent later.' });
  });
});

it('contain returned payments that are sent again, which need no decision', async () => {
  const periodId = '202608';
  const paymentOf = (index: number) =>
    somePayment(`P-1-4-${index}-${periodId}`, { periodId, amountToBeSent: index * 10_00 });
  await givenPayments([paymentOf(1), paymentOf(2)]);
  const { text } = await sendToBank(world.admin, periodId);
  // one is sent again, the other waits for new bank details
  await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01', 'R02'])));
  const compare = async () => {
    const { totals, waiting } = (await check(world.admin, periodId)).body;
    expect(waiting).toMatchObject([{ kind: 'returned' }]);
    const { parts, lines, text: sent } = await home(periodId);
    expect(parts).toEqual([['ready', totals.debit]]);
    const toDecide = lines
      .filter(({ step }) => step === 'settled')
      .map(({ amount, programPaymentTypeIds }) => [amount, programPaymentTypeIds]);
    expect(toDecide).toEqual([[waiting[0].amount, [1]]]);
    return sent;
  };
  expect(await compare()).toBe('Send $10.00.');
  // the treasury lists two months back: this month in October, without a Pending payment
  const inOctober = await waitingToBeSent(new Date('2026-10-20T15:00:00Z'));
  expect(inOctober.filter((row) => row.periodId === periodId)).toMatchObject([
    { amount: 0, parts: { ...none, ready: 10_00 } },
  ]);
  await givenPayments([paymentOf(3)]);
  expect(await compare()).toBe('Send $40.00.');
});

it('contain returned payments alone, but none in a file with Unknown delivery', async () => {
  const periodId = '202611';
  const reimbursements = await treasury(periodId);
  await givenPayments([
    somePayment(`P-1-4-1-${periodId}`, { periodId, amountToBeSent: 10_00 }),
    somePayment(`P-1-4-2-${periodId}`, { periodId, amountToBeSent: 20_00 }),
  ]);
  const { text } = await sendToBank(world.admin, periodId);
  await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01'])));
  expect(await treasury(periodId)).toEqual([{ amount: 0, parts: { ...none, ready: 10 } }, ...reimbursements]);
  await givenPayments([somePayment(`P-1-4-3-${periodId}`, { periodId, amountToBeSent: 30_00 })]);
  await sendUnconfirmed(world.admin, periodId, true);
  restoreOutbox();
  const { text: sent, lines } = await home(periodId);
  expect(sent).toBe('Resolve the unknown delivery of 1 file.');
  expect(lines.filter(({ kind, step }) => kind === 'partner' && step !== 'generated')).toEqual([]);
  expect(await treasury(periodId)).toEqual(reimbursements);
});

it('a line of returned payments contains only programs with returned payments', async () => {
  const partnerId = world.own.partner.id;
  const ofMember = { kind: 'member', partnerId, memberId: 'T1', paymentTypeId: memberDues } as const;
  await givenPayments([
    somePayment(`M-2-6-${partnerId}-T1-202610`, {
      ...ofMember,
      programPaymentTypeId: 2,
      periodId: '202610',
      status: returned,
    }),
    somePayment(`M-3-6-${partnerId}-T1-202610`, {
      ...ofMember,
      programPaymentTypeId: 3,
      periodId: '202610',
    }),
    // partner payments of two programs
    somePayment('P-1-5-9-202610', { periodId: '202610', programPaymentTypeId: 1, status: returned }),
    somePayment('P-3-4-9-202610', { periodId: '202610', programPaymentTypeId: 3 }),
  ]);
  const { lines } = await home('202610');
  const named = lines
    .filter(({ step }) => step === 'settled')
    .map(({ kind, programPaymentTypeIds }) => [kind, programPaymentTypeIds]);
  expect(named).toEqual(
    expect.arrayContaining([
      ['member', [2]],
      ['partner', [1]],
    ]),
  );
});
