import { beforeAll, describe, expect, it } from 'vitest';
import { loadPayment } from '../../functions/payments/store.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { periods } from '../../shared/contracts/periods.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { crash } from '../support/faults.ts';
import { runJob } from '../support/jobs.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from './received.ts';
import { setClock, useBankWorld } from './runs.ts';
import { proveMonth } from '../ledger/prove.ts';

const period = '202610';
const world = useBankWorld();
beforeAll(async () => {
  await addFacilities(['7000', '7001', '7002']);
  await addMembers('1', [
    { id: 'A1', facilityId: '7000' },
    { id: 'A2', facilityId: '7001' },
    { id: 'A3', facilityId: '7002' },
  ]);
  setClock('2026-11-10T15:00:00Z');
});

const which = { programTypeID: 1, programPaymentTypeID: 1, partnerID: '1', usagePeriodID: period };
const generate = async (
  endpoint: typeof payments.generateFacilityPayments | typeof payments.generatePartnerPayments,
  overrides = {},
) => {
  const started = await call(endpoint, world.admin, { body: { ...which, ...overrides } });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await runJob(started.body.jobId);
};
const prove = () => proveMonth(world.admin, period);

const listed = async (): Promise<Record<string, number>> => {
  const { pending } = (await call(bankFiles.getTreasury, world.admin, {})).body;
  return Object.fromEntries(
    (pending as { periodId: string; bankFlow: string; amount: number }[])
      .filter(({ periodId }) => periodId === period)
      .map(({ bankFlow, amount }) => [bankFlow, amount]),
  );
};
const home = async (step: string) => {
  const { items } = (await call(periods.months, world.admin, { query: {} })).body;
  const month = items.find(({ periodId }: { periodId: string }) => periodId === period);
  return month.steps.find((entry: { step: string }) => entry.step === step)?.text;
};
const toSend = async () => {
  const { items } = (await call(periods.months, world.admin, { query: {} })).body;
  return items
    .find(({ periodId }: { periodId: string }) => periodId === period)
    .lines.filter(({ step }: { step: string }) => step === 'sent');
};
const decide = async (id: string, decision: 'cancel' | 'markSentExternally') => {
  const { version } = await loadPayment(id);
  const { body } = await call(payments.changeStatus, world.admin, {
    body: { decision, reason: 'Paid by check on Monday', payments: [{ paymentId: id, version }] },
  });
  expect(body.changed, JSON.stringify(body)).toBe(1);
};
const facilityPayments = async () =>
  (
    await call(payments.listFacilityPayments, world.admin, {
      params: { programPaymentTypeId: 1, periodId: period },
      query: { pageSize: 100 },
    })
  ).body.items;

describe('the amounts to be sent, on home and treasury', () => {
  it('follow a generation, also one that stops at a write and continues', async () => {
    expect(await listed()).toEqual({});
    const started = await call(payments.generateFacilityPayments, world.admin, { body: which });
    expect(await crash(3, 'after', () => runJob(started.body.jobId))).toBe(true);
    await runJob(started.body.jobId);
    const facilities = await facilityPayments();
    expect((await loadPayment(facilities[0].id)).amountToBeSent).toBe(20_00);
    expect(await listed()).toEqual({ facilityDeposit: 20 * facilities.length });
  });

  it('follow what is marked externally, canceled, and generated again', async () => {
    const facilities = await facilityPayments();
    const total = 20 * facilities.length;
    await decide(facilities[0]?.id ?? '', 'markSentExternally');
    expect(await listed()).toEqual({ facilityDeposit: total - 20 });
    await decide(facilities[1]?.id ?? '', 'cancel');
    expect(await listed()).toEqual({ facilityDeposit: total - 40 });
    await addMembers('1', [{ id: 'A4', facilityId: facilities[2]?.facilityIDNumber ?? '' }]);
    await generate(payments.generateFacilityPayments);
    expect(await listed()).toEqual({ facilityDeposit: total - 20 });
    await generate(payments.generateFacilityPayments);
    expect(await listed()).toEqual({ facilityDeposit: total - 20 });
  });

  it('no longer contain what was sent, and follow a return', async () => {
    for (const { id, status } of await facilityPayments()) if (status === 0) await decide(id, 'cancel');
    await generate(payments.generatePartnerPayments, { paymentTypeID: 4 });
    const { amountToBeSent } = await loadPayment('P-1-4-1-202610');
    const shown = `$${(amountToBeSent / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    expect(await listed()).toEqual({ partnerWithdrawal: amountToBeSent / 100 });
    await prove();
    expect(await home('sent')).toBe(`Send ${shown}.`);
    const line = { kind: 'partner', programPaymentTypeIds: [1], paymentTypeID: 4 };
    expect(await toSend()).toMatchObject([{ ...line, amount: amountToBeSent / 100 }]);
    const { text } = await sendToBank(world.admin, period);
    expect((await loadPayment('P-1-4-1-202610')).status).toBe(2);
    expect(await listed()).toEqual({});
    expect(await home('sent')).toBe(`Sent ${shown}.`);
    expect(await toSend()).toEqual([]);
    expect(await home('acknowledged')).toBe(`${shown} waits for the bank’s acknowledgement.`);
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02'])));
    expect(await listed()).toEqual({});
    expect(await home('settled')).toBe(`Decide about ${shown} that was returned.`);
    await decide('P-1-4-1-202610', 'cancel');
    expect(await home('settled')).toBe('$0.00 completed.');
    await prove();
    expect([await home('sent'), await home('settled')]).toEqual(['Nothing to send.', '$0.00 completed.']);
  });
});
