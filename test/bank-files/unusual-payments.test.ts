import { describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { openBankAccount } from '../../functions/bank-accounts/store.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { partnerPaymentRow } from '../../shared/payments/payment-row.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { active, chargeMembers, filterOf, memberRuns, testDues } from './member-runs.ts';
import { fileFromBank, receiveAndProcess, replies, sendThree } from './received.ts';
import {
  accountNumberOf,
  check,
  giveAccount,
  givenPayments,
  setClock,
  setClockIn,
  somePayment,
  threePayments,
  useBankWorld,
} from './runs.ts';

const world = useBankWorld();
const runs = memberRuns(() => world.admin);

describe('a payment above the limit of the file format', () => {
  it('is excluded with its reason and blocks no other payment', async () => {
    const settings = defined(environmentBankSettings);
    const { entry } = settings.limits;
    settings.limits.entry = null;
    setClockIn('204501');
    const large = somePayment('P2045019', {
      periodId: '204501',
      totalPayment: 100_000_000_00,
      amountToBeSent: 100_000_000_00,
    });
    await givenPayments([...threePayments('204501'), large]);
    const checked = await check(world.admin, '204501');
    settings.limits.entry = entry;
    expect(checked.status, JSON.stringify(checked.body)).toBe(200);
    expect(checked.body).toMatchObject({
      paymentCount: 3,
      excluded: [{ reason: 'The bank accepts at most $99,999,999.99 per payment.', amount: 100_000_000 }],
    });
    const params = { programPaymentTypeId: 1, paymentTypeId: 4, periodId: '204501' };
    const listed = await call(payments.listPartnerPayments, world.admin, { params });
    expect(listed.status, JSON.stringify(listed.body)).toBe(200);
    const { items } = listed.body;
    // the page decodes every amount
    for (const { totalPayment } of items)
      expect(partnerPaymentRow.shape.totalPayment.safeDecode(totalPayment).success).toBe(true);
    expect(items).toHaveLength(4);
  });
});

describe('a payment of $0.00', () => {
  it('is excluded because of its amount, even if the bank returned it', async () => {
    const { period, payments: three, text } = await sendThree(world.admin, '204502');
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02'])));
    const body = {
      programTypeId: 1,
      programPaymentTypeId: 1,
      paymentId: defined(three[0]).id,
      amountToBeSent: '0.00',
      reason: 'Agreed with the partner.',
    };
    const corrected = await call(payments.correctPartnerPayment, world.admin, { body });
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
    expect((await check(world.admin, period)).body.excluded).toMatchObject([
      { amount: 0, reason: 'The amount to be sent is zero.' },
    ]);
  });
});

describe('dues of a closed month', () => {
  it('are sent if they waited in the collection period, and are locked otherwise', async () => {
    await chargeMembers();
    setClock('2045-04-12T15:00:00Z');
    const suspended = { from: '2045-03-02', to: '2045-04-11' };
    await testDues('W1', '204503', { ...active, suspensions: [suspended] });
    await testDues('W2', '204503', { ...active, holds: [{ from: '2045-03-10', to: '2045-04-02' }] });
    await testDues('W3', '204503', {
      ...active,
      suspensions: [{ from: '2045-01-05', to: '2045-01-20' }],
    });
    const query = { programPaymentTypeID: 2, paymentTypeID: 6, partnerID: '2', periodID: '204503' };
    const { body } = await call(bankFiles.checkMemberPayments, world.admin, { query });
    expect(body).toMatchObject({
      paymentCount: 2,
      excluded: [{ memberId: 'W3', reason: 'Closed period: Monthly dues collecting is locked' }],
    });
  });
});

describe('a notification of change for an account with two uses', () => {
  it('corrects the account for dues and for reimbursements, also where only one still uses it', async () => {
    await chargeMembers();
    setClock('2045-05-27T15:00:00Z');
    const tokens = (id: string) => [`payee-${id}`, `deposit-${id}`];
    const numbers: string[] = [];
    for (const id of ['C1', 'C2']) {
      const dues = await testDues(id, '204506', { ...active, depositPayeeToken: `deposit-${id}` });
      numbers.push(accountNumberOf(dues));
      await giveAccount({ ...dues, payeeToken: `deposit-${id}` }, accountNumberOf(dues));
    }
    const { text } = await runs.sendAll(filterOf(6, '204506'));
    // another account for dues; reimbursements still go to the account that the bank corrects
    await giveAccount(
      { ...somePayment<'member'>('C2', { kind: 'member' }), payeeToken: 'payee-C2' },
      '5550001',
    );
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['C01', 'C01'], '4440002')));
    const accountOf = async (token: string) =>
      (await openBankAccount(defined(await loadBankAccount(token)))).accountNumber;
    expect(await Promise.all(tokens('C1').map(accountOf))).toEqual(['4440002', '4440002']);
    expect(await Promise.all(tokens('C2').map(accountOf))).toEqual(['5550001', '4440002']);
  });
});
