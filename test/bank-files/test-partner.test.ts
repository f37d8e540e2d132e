import { beforeAll, afterAll, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadPartner } from '../../functions/partners/store.ts';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { periods } from '../../shared/contracts/periods.ts';
import { duesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import { testPaymentLabel } from '../../shared/payments/payment-row.ts';
import { toWire } from '../../shared/wire-names.ts';
import { someTerms } from '../group-memberships/examples.ts';
import { proveMonth } from '../ledger/prove.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { somePartner } from '../support/builders.ts';
import { check, giveAccount, outboxText, pin, setClock, useBankWorld } from './runs.ts';
import { sendToBank } from './received.ts';

const period = '202610';
const world = useBankWorld();
const { prenotes } = defined(environmentBankSettings);
afterAll(() => Object.assign(prenotes, { partnerWithdrawal: false }));

let testPartner: string;

const save = (partner: object) =>
  call(partners.save, world.admin, { body: toWire(partners.save.body, { ...partner, version: undefined }) });
const setFlag = async (id: string, isTest: boolean) => save({ ...(await loadPartner(id)), isTest });
const which = { programTypeID: 1, programPaymentTypeID: 1, usagePeriodID: period };
const generate = async (endpoint: 'generateFacilityPayments' | 'generatePartnerPayments', more: object) => {
  const { body } = await call(payments[endpoint], world.admin, { body: { ...which, ...more } });
  return runJob(body.jobId);
};
const partnerList = (query: object = {}) =>
  call(payments.listPartnerPayments, world.admin, {
    params: { programPaymentTypeId: 1, paymentTypeId: 4, periodId: period },
    query: { ...query },
  });
const facilityList = (query: object = {}) =>
  call(payments.listFacilityPayments, world.admin, {
    params: { programPaymentTypeId: 1, periodId: period },
    query: { pageSize: 100, ...query },
  });
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
  return body.changed;
};
const partnerPaymentId = () => `P-1-4-${testPartner}-${period}`;

beforeAll(async () => {
  await addFacilities(['7000', '7001']);
  setClock('2026-08-10T15:00:00Z');
});

it('is marked by an administrator until it has a program', async () => {
  const { id: _, payeeToken: __, ...form } = somePartner('0');
  const add = () => save({ ...form, id: '0', partnerNumber: 'TST-1', name: 'Sandbox', isTest: true });
  let added = await add();
  // the partners of the world have the first numbers
  while (added.status === 409) added = await add();
  expect([added.status, added.body.fields]).toEqual([200, undefined]);
  testPartner = added.body.data.id;
  expect((await setFlag(testPartner, false)).body.data.isTest).toBe(false);
  expect((await setFlag(testPartner, true)).body.data.isTest).toBe(true);
  const program = await call(groupMemberships.save, world.admin, { body: someTerms(testPartner) });
  expect([program.status, program.body.fields]).toEqual([200, undefined]);
  for (const [id, isTest] of [
    [testPartner, false],
    ['1', true],
  ] as const) {
    const refused = await setFlag(id, isTest);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['isTest']]);
  }
  // other fields can be changed, also by a client that does not know the flag
  const { isTest: _flag, ...known } = await loadPartner(testPartner);
  const renamed = await save({ ...known, name: 'Sandbox Inc.' });
  expect(renamed.body.data).toMatchObject({ name: 'Sandbox Inc.', isTest: true });
});

it('has labeled payments that no sum of several partners, ledger, or bank file contains', async () => {
  setClock('2026-11-10T15:00:00Z');
  await addMembers(testPartner, [
    { id: 'T1', facilityId: '7000' },
    { id: 'T2', facilityId: '7001' },
  ]);
  await addMembers('1', [{ id: 'R1', facilityId: '7000' }]);
  for (const partnerID of ['1', testPartner]) {
    await generate('generateFacilityPayments', { partnerID });
    await generate('generatePartnerPayments', { partnerID, paymentTypeID: 4 });
  }
  const payment = await loadPayment(partnerPaymentId());
  expect(payment).toMatchObject({ isTest: true, status: 0 });
  await giveAccount({ ...payment, payeeToken: 'payee-sandbox' });
  await transact(...paymentChange(payment, { ...payment, payeeToken: 'payee-sandbox' }));
  const real = await loadPayment(`P-1-4-1-${period}`);
  await giveAccount(real);

  const all = (await partnerList()).body;
  expect(all.items).toHaveLength(2);
  expect(all.totals.amountToBeSent).toBe(real.amountToBeSent / 100);
  const labels = Object.fromEntries(
    all.items.map((row: { partnerId: string; billingInfo: string }) => [row.partnerId, row.billingInfo]),
  );
  expect(labels[testPartner]).toBe(testPaymentLabel);
  expect(labels['1']).not.toBe(testPaymentLabel);
  const facilities = (await facilityList()).body;
  const own = (await facilityList({ partnerId: testPartner })).body;
  expect(own.totals).toMatchObject({ count: 2, amountToBeSent: 40 });
  expect(own.items.every((row: { billingInfo: string }) => row.billingInfo === testPaymentLabel)).toBe(true);
  const realFacilities = facilities.items.filter(
    ({ partnerId }: { partnerId: string }) => partnerId !== testPartner,
  );
  expect(facilities.totals).toMatchObject({
    count: facilities.items.length,
    amountToBeSent: 20 * realFacilities.length,
  });
  // each part of the amounts, such as the part of clubs without an account, is a line
  const sent = await toSend();
  const amountOf = (flow: string) =>
    sent
      .filter(({ kind }: { kind: string }) => kind === flow)
      .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  expect([amountOf('partner'), amountOf('facility')]).toEqual([
    real.amountToBeSent / 100,
    20 * realFacilities.length,
  ]);
  const filter = { programPaymentTypeId: 1, periodId: period };
  const sumsOfKind = async (kind: string, paymentTypeId: number, partnerId: string) =>
    (await call(payments.sumsByStatus, world.admin, { query: { ...filter, kind, paymentTypeId, partnerId } }))
      .body.sums;
  const amounts = { all: 20 * realFacilities.length, own: 40 };
  expect(await sumsOfKind('facility', 3, '0')).toEqual([
    { status: 0, count: facilities.items.length, amount: amounts.all },
  ]);
  expect(await sumsOfKind('facility', 3, testPartner)).toEqual([
    { status: 0, count: 2, amount: amounts.own },
  ]);
  expect(await sumsOfKind('partner', 4, '0')).toEqual([
    { status: 0, count: 2, amount: real.amountToBeSent / 100 },
  ]);
  const toCancel = await call(payments.countMatching, world.admin, {
    query: { ...filter, kind: 'partner', paymentTypeId: 4, partnerId: '0', decision: 'cancel' },
  });
  expect(toCancel.body).toMatchObject({ count: 2, amount: real.amountToBeSent / 100 });
  const lastLine = async (partnerId: string) => {
    const rows = { params: filter, query: { partnerId } };
    const { bytes } = await call(payments.downloadFacilityPayments, world.admin, rows);
    return workbookLines(bytes).at(-1);
  };
  expect(await lastLine('0')).toEqual([
    'Total',
    String(realFacilities.length),
    ...Array.from({ length: 2 }, () => String(amounts.all)),
  ]);
  expect(await lastLine(testPartner)).toEqual(['Total', '2', '40', '40']);
  const { items: entries } = await queryItems(`LEDGER#${partnerPaymentId()}`);
  expect(entries).toEqual([]);
  expect(payment.ledger ?? null).toBeNull();
  const { proof } = await proveMonth(world.admin, period);
  expect(proof).toMatchObject({ findingCount: 0 });
  // a repeated generation changes nothing
  const again = await generate('generateFacilityPayments', { partnerID: testPartner });
  expect(again.tally).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 2 });
  expect((await facilityList()).body.totals).toEqual(facilities.totals);
});

it('stays out of bank files with its reason, also when a payment is decided by hand or refunded', async () => {
  const checked = await check(world.admin, period);
  expect(checked.body).toMatchObject({
    paymentCount: 1,
    excluded: [{ reason: 'The partner is a test partner, so its payments are never sent.' }],
  });
  const { text } = await sendToBank(world.admin, period);
  expect(text).not.toContain('SANDBOX');
  expect(await loadPayment(partnerPaymentId())).toMatchObject({ status: 0, bankFileId: null, attempts: [] });
  const sums = (await partnerList()).body.totals;
  expect(await decide(partnerPaymentId(), 'markSentExternally')).toBe(1);
  expect((await partnerList()).body.totals).toEqual(sums);
  const [facility] = (await facilityList({ partnerId: testPartner })).body.items;
  const before = (await facilityList()).body.totals;
  expect(await decide(facility.id, 'cancel')).toBe(1);
  expect((await facilityList()).body.totals).toEqual(before);
  const dues = somePayment({
    kind: 'member',
    id: 'dues',
    memberId: 'T1',
    partnerId: testPartner,
    isTest: true,
  });
  expect(duesPaidBack(dues, 'G', '2026-11-10T15:00:00Z')).toMatchObject({ isTest: true });
});

it('sends no prenote for an account', async () => {
  prenotes.partnerWithdrawal = true;
  setClock('2026-11-12T15:00:00Z');
  const payment = { ...(await loadPayment(partnerPaymentId())), payeeToken: 'payee-prenote' };
  await giveAccount(payment);
  expect((await loadBankAccount('payee-prenote'))?.prenote).toMatchObject({ sent: null });
  const listed = (await call(bankFiles.listWaitingAccounts, world.admin, {})).body.items;
  expect(listed.map(({ payeeToken }: { payeeToken: string }) => payeeToken)).not.toContain('payee-prenote');
  const sent = await call(bankFiles.sendPrenotes, world.admin, {
    body: { bankFlow: 'partnerWithdrawal', pin },
  });
  if (sent.status === 200) {
    await runJob(sent.body.jobId);
    expect(await outboxText(sent.body.name ?? '').catch(() => '')).not.toContain('SANDBOX');
  } else expect(sent.status).toBe(409);
  expect((await loadBankAccount('payee-prenote'))?.prenote).toMatchObject({ sent: null });
});
