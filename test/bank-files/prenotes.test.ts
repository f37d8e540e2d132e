import { afterAll, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import type { BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { prenoteReason, validationOf, waitingStateOf } from '../../shared/bank-files/prenote.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from './received.ts';
import {
  check,
  finishEverything,
  giveAccount,
  givenPayments,
  outboxText,
  pin,
  setClock,
  threePayments,
  useBankWorld,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
const { prenotes } = defined(environmentBankSettings);
afterAll(() => Object.assign(prenotes, { partnerWithdrawal: false }));

const sendPrenotes = (bankFlow: BankFlow = 'partnerWithdrawal') =>
  call(bankFiles.sendPrenotes, world.admin, { body: { bankFlow, pin } });
const accountOf = async ({ payeeToken }: Payment) => defined(await loadBankAccount(payeeToken ?? ''));
const waiting = async () => (await call(bankFiles.listWaitingAccounts, world.admin, {})).body.items;

async function sentPrenotes(period: string, day: string) {
  prenotes.partnerWithdrawal = true;
  setClock(`${day}T15:00:00Z`);
  const payments = threePayments(period);
  await givenPayments(payments);
  const { body } = await sendPrenotes();
  await finishEverything();
  const file = await loadBankFile(body.bankFileId);
  return { payments, file, text: await outboxText(file.name) };
}

const thrice = <SomePayment>(onePayment: SomePayment): SomePayment[] => [onePayment, onePayment, onePayment];
const waits = (reason: string) => ({ isAchUploadAvailable: false, excluded: thrice({ reason }) });

describe('a prenote', () => {
  it('is sent for new accounts, which can be used three banking days after it settled', async () => {
    prenotes.partnerWithdrawal = true;
    setClock('2041-03-05T15:00:00Z'); // a Tuesday
    const payments = threePayments('204103');
    await givenPayments(payments);
    expect((await check(world.admin, '204103')).body).toMatchObject(
      waits('The account is new or changed. The payment waits until a prenote is sent.'),
    );
    expect(await waiting()).toMatchObject(
      thrice({ state: 'prenote needed', bankFlow: 'partnerWithdrawal', until: null }),
    );
    const { body } = await sendPrenotes();
    expect(body).toMatchObject({ success: true, message: '3 prenotes are being sent.' });
    await finishEverything();
    const file = await loadBankFile(body.bankFileId);
    expect(file).toMatchObject({
      status: 'submitted',
      purpose: 'prenotes',
      filter: { flow: 'partner', paymentTypeId: 4, partnerId: 'all', periodId: '204103' },
      debit: 0,
      effectiveDate: '2041-03-06',
    });
    const entries = (await outboxText(file.name)).split('\n').filter((line) => line.startsWith('6'));
    expect(entries).toHaveLength(3);
    for (const entry of entries) expect(entry).toMatch(/^628.{9}\d+ +0000000000/);
    expect((await check(world.admin, '204103')).body).toMatchObject(
      waits('The bank is verifying the account with a prenote. The payment waits until 03/11/2041.'),
    );
    expect(await waiting()).toMatchObject(thrice({ state: 'prenote sent', until: '2041-03-11' }));
    setClock('2041-03-10T15:00:00Z');
    expect((await check(world.admin, '204103')).body).toMatchObject({ isAchUploadAvailable: false });
    setClock('2041-03-11T15:00:00Z');
    expect((await check(world.admin, '204103')).body).toMatchObject({ paymentCount: 3, excluded: [] });
    expect(await waiting()).toEqual([]);
    expect((await sendPrenotes()).status).toBe(409);
  });

  it('holds the account when returned, and another account gets a new prenote', async () => {
    const { payments, text, file } = await sentPrenotes('204104', '2041-04-09');
    expect(file.status).toBe('submitted');
    const received = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R03', null, 'R16'])));
    expect(received.entries).toMatchObject([
      { status: 'applied', amount: 0, paymentId: null },
      { status: 'case', amount: 0 },
    ]);
    expect(await accountOf(defined(payments[0]))).toMatchObject({ held: { code: 'R03' } });
    expect((await accountOf(defined(payments[1]))).held).toBeUndefined();
    setClock('2041-04-20T15:00:00Z');
    expect((await check(world.admin, '204104')).body).toMatchObject({
      paymentCount: 1,
      excluded: [
        { reason: 'The bank rejected the account. The payment waits for new bank details.' },
        { reason: 'The bank rejected the account. The payment waits for new bank details.' },
      ],
    });
    await giveAccount(defined(payments[0]), '99887701');
    expect((await check(world.admin, '204104')).body.excluded).toContainEqual(
      expect.objectContaining({
        reason: 'The account is new or changed. The payment waits until a prenote is sent.',
      }),
    );
    const again = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R03'])));
    expect(again.entries).toMatchObject([{ status: 'repeated' }]);
    expect((await accountOf(defined(payments[0]))).held).toBeUndefined();
    await giveAccount(defined(payments[1]), '99887704');
    const late = await receiveAndProcess(world.admin, fileFromBank(replies(text, [null, 'R03'])));
    const reason = 'No such account. The payee has changed accounts, so the new account is not held.';
    expect(late.entries).toMatchObject([{ status: 'applied', reason }]);
    expect((await accountOf(defined(payments[1]))).held).toBeUndefined();
  });

  it('is not sent if its account changes first; the others wait for the next file', async () => {
    prenotes.partnerWithdrawal = true;
    setClock('2041-05-07T15:00:00Z');
    const payments = threePayments('204105');
    await givenPayments(payments);
    const { body } = await sendPrenotes();
    await giveAccount(defined(payments[1]), '99887702');
    await finishEverything();
    const file = await loadBankFile(body.bankFileId);
    expect(file).toMatchObject({ status: 'canceled', reason: expect.stringContaining('changed') });
    for (const payment of payments) expect((await accountOf(payment)).prenote?.sent).toBeNull();
    // with the two accounts of the previous test
    expect((await sendPrenotes()).body.message).toBe('5 prenotes are being sent.');
    await finishEverything();
  });

  it('is not required if the setting is off, nor for an unchanged account', async () => {
    const { payments } = await sentPrenotes('204106', '2041-06-05');
    const before = (await accountOf(defined(payments[0]))).prenote;
    expect(before?.sent).not.toBeNull();
    await giveAccount(defined(payments[0]));
    expect((await accountOf(defined(payments[0]))).prenote).toEqual(before);
    prenotes.partnerWithdrawal = false;
    expect((await check(world.admin, '204106')).body).toMatchObject({ paymentCount: 3 });
    expect((await sendPrenotes()).status).toBe(409);
    await givenPayments(threePayments('204107'));
    setClock('2041-07-10T15:00:00Z');
    expect((await sendToBank(world.admin, '204107')).text).toContain('PARTNERFEE');
  });
});

describe('a waiting account', () => {
  const sent = { bankFileId: 'F', trace: '1', effectiveDate: '2041-03-06', usableFrom: '2041-03-11' };
  const bankFlow = 'memberDues';

  it('is used from the day that its prenote allows', () => {
    expect(prenoteReason({ prenote: null }, '2041-03-01')).toBeUndefined();
    expect(prenoteReason({ prenote: { bankFlow, sent } }, '2041-03-10')).toContain('03/11/2041');
    expect(prenoteReason({ prenote: { bankFlow, sent } }, '2041-03-11')).toBeUndefined();
  });

  it('states its reason, the bank’s refusal first', () => {
    const at = { now: new Date('2041-03-10T15:00:00Z'), today: '2041-03-10' };
    const prenote = { bankFlow, sent } as const;
    const held = { at: '2041-03-09' };
    expect(waitingStateOf({ held, prenote }, at)).toEqual({ state: 'held', until: null });
    expect(waitingStateOf({ prenote }, at)).toEqual({ state: 'prenote sent', until: '2041-03-11' });
    const replaced = { waiting: { usableFrom: '2041-03-10T20:00:00.000Z' } };
    expect(waitingStateOf(replaced, at)).toMatchObject({ state: 'replaced' });
    expect(waitingStateOf(replaced, { ...at, now: new Date('2041-03-10T20:00:00Z') })).toBeNull();
  });

  it('was validated by its prenote, by its bank, by an earlier payment, or not at all', () => {
    const account = { fingerprint: 'f' };
    const prenote = { bankFlow, sent } as const;
    expect(validationOf({ ...account, prenote }, undefined, '2041-03-11')).toBe('prenote');
    expect(validationOf({ ...account, prenote }, undefined, '2041-03-10')).toBe('none');
    expect(validationOf({ ...account, correctedAt: '2041' }, undefined, '2041-03-10')).toBe('bank');
    expect(validationOf(account, { fingerprint: 'f' }, '2041-03-10')).toBe('earlier entry');
    expect(validationOf(account, { fingerprint: 'other' }, '2041-03-10')).toBe('none');
  });
});
