import { describe, expect, it } from 'vitest';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { addBankingDays, addDays, dateInChicago } from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { payments } from '../../shared/contracts/payments.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { User } from '../../functions/users/user.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { proveMonth } from '../ledger/prove.ts';
import { somePayment as paymentOfTest } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { now } from '../../functions/platform/clock.ts';
import { active, stored, testDues, chargeMembers } from './member-runs.ts';
import { fileFromBank, receiveAndProcess, replies, sendThree, sendToBank, statusesOf } from './received.ts';
import {
  check,
  finishEverything,
  givenPayments,
  outboxText,
  pin,
  setClock,
  setClockIn,
  useTwoAdministrators,
} from './runs.ts';

const [world, second] = useTwoAdministrators();
const reason = 'Reversed the wrong file.';

const payAgain = (user: User, { id, version }: Pick<Payment, 'id' | 'version'>, body: object = { reason }) =>
  call(payments.payAgain, user, { params: { paymentId: id }, body: { version, ...body } });
const load = async (id: string) => defined(await stored(id));
const stateOf = async (user: User, { id, partnerId }: Payment) =>
  (await call(payments.reason, user, { params: { paymentId: id }, query: { partnerId } })).body;

/** Requests and approves that a payment is paid again. */
async function approved(id: string) {
  expect((await payAgain(world.admin, await load(id))).body).toMatchObject({ approved: false });
  return payAgain(second, await load(id), {});
}

async function reversed(period: string) {
  const sent = await sendThree(world.admin, period);
  const params = { bankFileId: sent.fileId };
  const body = { reason: 'duplicate', note: 'Sent twice by mistake.' };
  await call(bankFiles.reverseFile, world.admin, { params, body });
  const { bankFileId } = (await call(bankFiles.reverseFile, second, { params, body: { ...body, pin } })).body;
  await finishEverything();
  const { name, effectiveDate } = await loadBankFile(bankFileId);
  const ids = sent.payments.map(({ id }) => id);
  return { ...sent, ids, id: defined(ids[0]), reversalName: name, effectiveDate };
}
const afterWindow = (effectiveDate: string) =>
  setClock(`${addDays(addBankingDays(effectiveDate, 2), 1)}T15:00:00Z`);

describe('a reversed payment', () => {
  it('is paid again once, after another administrator approved it', async () => {
    const { id, period, effectiveDate } = await reversed('204401');
    const early = await payAgain(world.admin, await load(id));
    expect([early.status, early.body.message]).toEqual([
      409,
      expect.stringContaining('The reversal can still come back.'),
    ]);
    afterWindow(effectiveDate);
    expect((await payAgain(world.admin, await load(id), {})).status).toBe(422);
    const before = await load(id);
    expect((await payAgain(world.admin, before)).body).toMatchObject({ approved: false });
    // the first administrator cannot approve, and an outdated version approves nothing
    expect((await payAgain(world.admin, await load(id))).body).toMatchObject({ approved: false });
    expect((await payAgain(second, before)).status).toBe(409);
    expect(await load(id)).toMatchObject({ status: 4 });
    expect((await stateOf(second, await load(id))).payAgain).toEqual({
      problem: null,
      request: { reason, by: expect.any(String), isByCaller: false },
    });
    expect((await payAgain(second, await load(id), {})).body).toMatchObject({ approved: true });
    const again = await load(id);
    expect(again).toMatchObject({
      status: 0,
      bankFileId: null,
      payAgainRequest: null,
      paidAgain: { reason, requestedBy: world.admin.id, approvedBy: second.id },
    });
    expect((await stateOf(second, again)).replaces).toEqual({
      canceledOn: expect.any(String),
      trace: again.attempts[0]?.trace,
    });
    const { items } = await queryItems(keys.audit(`payment ${id}`, '', '').pk);
    expect(items.map(({ name }) => name)).toContain('payment requested again');
    expect(items.at(-1)).toMatchObject({
      name: 'payment status changed',
      who: second.id,
      before: { status: 4 },
      after: { status: 0, reason, requestedBy: world.admin.id },
    });
    for (const user of [world.admin, second]) expect((await payAgain(user, again)).status).toBe(409);
    await sendToBank(world.admin, period);
    expect(await load(id)).toMatchObject({ status: 2, attempts: [{ returned: null }, { returned: null }] });
    const { proof } = await proveMonth(world.admin, dateInChicago(now()).replace('-', '').slice(0, 6));
    expect(proof).toMatchObject({ unexplained: 0, findingCount: 0 });
  });

  it('is completed if the bank returns the reversal, also after an approval', async () => {
    const first = await reversed('204403');
    const text = await outboxText(first.reversalName);
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02'])));
    afterWindow(first.effectiveDate);
    const refused = await payAgain(world.admin, await load(first.id));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Only a canceled payment can be paid again.'),
    ]);
    const other = defined(first.ids[1]);
    expect((await approved(other)).body).toMatchObject({ approved: true });
    const late = await receiveAndProcess(world.admin, fileFromBank(replies(text, [null, 'R03'])));
    expect(late.entries[0].reason).toContain('The payment was to be paid again and is canceled.');
    for (const id of [first.id, other])
      expect(await load(id)).toMatchObject({ status: 5, attempts: [{ returned: null }] });
    expect((await load(other)).paidAgain).toBeUndefined();
    expect((await payAgain(world.admin, await load(other))).status).toBe(409);
    expect((await check(world.admin, first.period)).body).toMatchObject({ paymentCount: 0 });
  });
});

describe('a payment canceled by hand', () => {
  const cancel = async (id: string) => {
    const { version } = await load(id);
    const body = {
      decision: 'cancel',
      reason: 'The wrong row was selected.',
      payments: [{ paymentId: id, version }],
    };
    expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
  };
  const kinds = {
    partner: paymentOfTest({ id: 'P-1-4-1-204405', periodId: '204405', payeeToken: 'p' }),
    facility: paymentOfTest({
      kind: 'facility',
      id: 'F-1-3-1-5001-204405',
      paymentTypeId: 3,
      periodId: '204405',
      payeeToken: 'f',
    }),
    member: paymentOfTest({
      kind: 'member',
      id: 'M-2-7-1-M1-204405',
      paymentTypeId: 7,
      programPaymentTypeId: 2,
      periodId: '204405',
      payeeToken: 'm',
    }),
  };

  it.each(['partner', 'facility', 'member'] as const)('is paid again: %s', async (kind) => {
    setClockIn('204405');
    const payment = kinds[kind];
    await givenPayments([payment]);
    await cancel(payment.id);
    expect((await approved(payment.id)).body).toMatchObject({ approved: true });
    expect(await statusesOf([payment])).toEqual([0]);
  });

  it('is not raised above the amount that the other administrator approved', async () => {
    setClockIn('204409');
    const payment = paymentOfTest({
      id: 'P-1-4-1-204409',
      periodId: '204409',
      totalPayment: 100_00,
      amountToBeSent: 10_00,
      payeeToken: 'raised',
    });
    await givenPayments([payment]);
    await cancel(payment.id);
    expect((await approved(payment.id)).body).toMatchObject({ approved: true });
    const which = { programTypeId: 1, programPaymentTypeId: 1, paymentId: payment.id };
    const correct = (amountToBeSent: string) =>
      call(payments.correctPartnerPayment, world.admin, {
        body: { ...which, amountToBeSent, reason: 'The full amount is due.' },
      });
    const undo = () => call(payments.undoPartnerCorrection, world.admin, { body: which });
    const refusal = [409, expect.stringContaining('approved that $10.00 are paid again')];
    for (const raised of [await undo(), await correct('10.01'), await correct('100.00')])
      expect([raised.status, raised.body.message]).toEqual(refusal);
    expect((await correct('9.00')).status).toBe(200);
    expect((await correct('10.00')).status).toBe(200);
    expect(await load(payment.id)).toMatchObject({ status: 0, amountToBeSent: 10_00 });
  });

  it('is not paid again if nothing was due, without a proof of identity, or by a partner manager', async () => {
    setClockIn('204406');
    const nothing = paymentOfTest({
      id: 'P-1-4-1-204406',
      periodId: '204406',
      status: 4,
      totalPayment: 0,
      amountToBeSent: 0,
      payeeToken: 'n',
    });
    await givenPayments([nothing]);
    expect((await payAgain(world.admin, await load(nothing.id))).body.message).toContain('nothing to pay');
    const request = { params: { paymentId: nothing.id }, body: { version: 1, reason } };
    const unproven = await call(payments.payAgain, world.admin, {
      ...request,
      headers: { [proofHeader]: '' },
    });
    expect(unproven.status).toBe(428);
    expect((await payAgain(world.own.manager, await load(nothing.id))).status).toBe(403);
  });

  it('is not collected again for a month without membership, and otherwise despite the closed month', async () => {
    await chargeMembers();
    setClock('2044-07-03T15:00:00Z');
    const left = await testDues('L1', '204407', { ...active, invitationStatus: 8, leavingOn: '2044-07-01' });
    await cancel(left.id);
    expect((await payAgain(world.admin, await load(left.id))).body.message).toContain('No dues are owed');
    const owed = await testDues('L2', '204407', active);
    await cancel(owed.id);
    setClock('2044-08-10T15:00:00Z');
    expect((await approved(owed.id)).body).toMatchObject({ approved: true });
    const query = { programPaymentTypeID: 2, paymentTypeID: 6, partnerID: '2', periodID: '204407' };
    const { body } = await call(bankFiles.checkMemberPayments, world.admin, { query });
    expect(body, JSON.stringify(body)).toMatchObject({ paymentCount: 1 });
  });
});
