import { beforeAll, expect, it } from 'vitest';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { downloadFile, getFile } from '../../functions/platform/files.ts';
import { downloadLimits } from '../../functions/files/sheet-source.ts';
import { keepLedgerHandler as keepLedger } from '../../functions/ledger/handlers.ts';
import { checkLedger } from '../../infra/operate/check-ledger.ts';
import { entriesOfGroup, hashOf } from '../../functions/ledger/posting/entry-store.ts';
import { proofLimits } from '../../functions/ledger/group-proof.ts';
import { findLedgerStart, findSeal } from '../../functions/ledger/proof-store.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { keys, type Key } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { now } from '../../functions/platform/clock.ts';
import { ledger } from '../../shared/contracts/ledger.ts';
import { monthsToSeal } from '../../shared/ledger/seal.ts';
import { corrected } from '../../shared/payments/correction.ts';
import { memberDues, type Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { somePartner } from '../support/builders.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from '../bank-files/received.ts';
import {
  finishEverything,
  givenPayments,
  paymentsAsStored,
  setClock,
  somePayment,
  useBankWorld,
} from '../bank-files/runs.ts';
import { defined } from '../support/defined.ts';
import { proveMonth } from './prove.ts';

const period = '202610';
const group = { partnerId: '', periodId: period, paymentTypeId: 4 } as const;
const world = useBankWorld();
let payments: Payment[];

let steps = 0;
async function prove(month = period) {
  const { proof, rows, job } = await proveMonth(world.admin, month);
  steps = job.version;
  return { proof, rows };
}
const chainOf = async ({ id, partnerId }: Payment) =>
  (await entriesOfGroup({ ...group, partnerId }, undefined, 1000)).entries.filter(
    ({ paymentId }) => paymentId === id,
  );
const oneStep = (jobId: string) => {
  const left = [Infinity, 0];
  return runJobSteps(jobId, () => left.shift() ?? 0);
};
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const write = (key: Key, field: string, value: unknown) =>
  client.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: key.pk, sk: key.sk },
      UpdateExpression: 'SET #field = :value',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

beforeAll(async () => {
  setClock('2026-11-10T15:00:00Z');
  // the ID that generation assigns, so that the partner's payment list includes it
  const { id: partnerId } = world.own.partner;
  payments = [
    somePayment(`P-1-4-${partnerId}-${period}`, { periodId: period, partnerId, totalPayment: 100_00 }),
  ];
  await givenPayments(payments);
});

it('records a chain of entries that explains every cent of a payment', async () => {
  const [first] = await paymentsAsStored(payments);
  await transact(...paymentChange(defined(first), corrected(defined(first), 80_00)));
  const { text } = await sendToBank(world.admin, period);
  await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01'])));
  setClock('2026-11-12T15:00:00Z');
  await sendToBank(world.admin, period);
  const chain = await chainOf(defined(first));
  expect(chain.flatMap(({ steps }) => steps.map(({ event, amount }) => [event, amount]))).toEqual([
    ['generated', 100_00],
    ['corrected', 20_00],
    ['submitted', 80_00],
    ['returned', 80_00],
    ['retried', 80_00],
  ]);
  expect(chain.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  expect(chain.slice(1).map(({ previousHash }) => previousHash)).toEqual(
    chain.slice(0, -1).map(({ hash }) => hash),
  );
  expect(await prove()).toMatchObject({
    proof: {
      owed: 100,
      corrected: 20,
      sent: 80,
      returned: 80,
      retried: 80,
      outstanding: 80,
      settled: 0,
      unexplained: 0,
      findingCount: 0,
      seal: 'none',
    },
    rows: [{ partnerId: world.own.partner.id, paymentTypeId: 4, payments: 1, entries: 5, findings: [] }],
  });
});

it('downloads a month’s ledger as CSV with one row per step, directly or by a job', async () => {
  const request = { params: { periodId: '202611' } };
  const small = await call(ledger.downloadEntries, world.admin, request);
  expect(small.status).toBe(200);
  const text = small.bytes.toString('utf8');
  const [titles = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(titles).toBe(
    'Posted at,Month,Partner,Payee,Payment,Payment type,Event,Debit,Credit,Amount,Entry hash',
  );
  expect(small.headers['content-disposition']).toContain('Ledger 202611.csv');
  const own = lines.map((line) => line.split(',')).filter((cells) => cells[4] === defined(payments[0]).id);
  const { id, partnerId, partnerName } = defined(payments[0]);
  expect(defined(own[0]).slice(1, 6)).toEqual([period, partnerId, partnerName, id, '4']);
  const chain = await chainOf(defined(payments[0]));
  expect(own.map((cells) => [cells[0], cells[10]])).toEqual(chain.map(({ at, hash }) => [at, hash]));
  expect(own.map((cells) => [cells[6], cells[7], cells[8], cells[9]])).toEqual([
    ['generated', 'To send', 'Owed', '100.00'],
    ['corrected', 'Corrections', 'To send', '20.00'],
    ['submitted', 'Submitted', 'To send', '80.00'],
    ['returned', 'Returned', 'Submitted', '80.00'],
    ['retried', 'Submitted', 'Returned', '80.00'],
  ]);
  const atOnce = downloadLimits.rowsInResponse;
  downloadLimits.rowsInResponse = 1;
  const { body } = await call(ledger.downloadEntries, world.admin, request);
  downloadLimits.rowsInResponse = atOnce;
  await runJob(body.jobId);
  const file = await getFile('files', downloadFile(body.jobId));
  expect(Buffer.from(defined(file)).toString('utf8')).toBe(text);
});

it('seals a closed month once and reports it intact while unchanged', async () => {
  expect(monthsToSeal('202610', (month) => month === '202610', '2026-12-01')).toEqual([]);
  expect(monthsToSeal('202610', (month) => month === '202610', '2026-12-02')).toEqual(['202611']);
  await keepLedger({ time: '2026-11-12T06:45:00Z' });
  await finishEverything();
  expect(await findLedgerStart()).toMatchObject({ since: '202610' });
  expect(await findSeal('202610')).toMatchObject({ entries: 0 });
  expect(await findSeal('202611')).toBeUndefined();
  setClock('2026-12-02T15:00:00Z');
  for (let turn = 0; turn < 2; turn++) {
    await keepLedger({ time: '2026-12-02T06:45:00Z' });
    await finishEverything();
  }
  const seal = await findSeal('202611');
  expect(seal).toMatchObject({ version: 1, hash: expect.stringMatching(/^[\da-f]{64}$/) });
  expect(seal?.entries).toBeGreaterThanOrEqual(5);
  expect(await prove('202611')).toMatchObject({ proof: { seal: 'intact', findingCount: 0 } });
});

it('detects any changed digit of an entry, also by the seal of its month', async () => {
  const [payment] = await paymentsAsStored(payments);
  const chain = await chainOf(defined(payment));
  const [entry] = chain;
  const pk = keys.ledgerEntry({ ...group, partnerId: defined(payment).partnerId }, '').pk;
  const { items } = await queryItems(pk);
  const item = items.find(
    ({ paymentId, sequence }) => paymentId === defined(payment).id && sequence === 1,
  ) as unknown as Key;
  for (const [field, wrong] of [
    ['steps', [{ ...defined(entry).steps[0], amount: 100_01 }]],
    ['balances', { owed: -100_01, 'to send': 100_01 }],
    ['hash', defined(entry).hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))],
    ['payee', 'Somebody else'],
    ['at', '2026-11-10T15:00:00.999Z'],
  ] as const) {
    await write(item, field, wrong);
    const found = await prove();
    expect(found.proof.findingCount, field).toBeGreaterThan(0);
    expect(found.rows[0].findings[0]).toMatchObject({ paymentId: defined(payment).id });
    if (field !== 'hash')
      expect((await prove('202611')).proof, field).toMatchObject({ seal: 'broken', findingCount: 1 });
    await write(item, field, defined(entry)[field]);
  }
  expect((await prove()).proof).toMatchObject({ findingCount: 0 });
  expect((await prove('202611')).proof).toMatchObject({ seal: 'intact' });
});

it('includes every digit of an entry in its hash', async () => {
  const [payment] = await paymentsAsStored(payments);
  const { hash, ...entry } = defined((await chainOf(defined(payment))).at(-1));
  const text = JSON.stringify(entry);
  const digits = Array.from(text.matchAll(/\d/g), ({ index }) => index);
  expect(digits.length).toBeGreaterThan(80);
  for (const place of digits) {
    const other = String((Number(text[place]) + 1) % 10);
    const changed = text.slice(0, place) + other + text.slice(place + 1);
    // JSON numbers cannot start with 0
    if (isJson(changed)) expect(hashOf(JSON.parse(changed)), changed).not.toBe(hash);
  }
});

it('reports the difference between a payment and its entries', async () => {
  const [payment] = await paymentsAsStored(payments);
  await write(keys.payment(defined(payment).id), 'amountToBeSent', 80_01);
  expect(await prove()).toMatchObject({
    proof: { unexplained: 0.01, findingCount: 1 },
    rows: [{ unexplained: 0.01, findings: [{ paymentId: defined(payment).id, amount: 0.01 }] }],
  });
  const told: string[] = [];
  const check = () => checkLedger(period, now(), (line) => told.push(line));
  await expect(check()).rejects.toThrow(`${defined(payment).id}: The payment and its entries differ.`);
  await write(keys.payment(defined(payment).id), 'amountToBeSent', defined(payment).amountToBeSent);
  expect(await check()).toMatch(/^Read \d+ entries\. Every cent is explained\.$/);
  expect(told.join()).toContain('seal: intact');
  await expect(checkLedger('2026', now(), () => undefined)).rejects.toThrow('is not a month');
});

async function testDues(month: string) {
  const { id: partnerId } = world.own.partner;
  const dues = Array.from({ length: 7 }, (_, index) =>
    somePayment(`M-1-6-${partnerId}-${index}-${month}`, {
      kind: 'member',
      partnerId,
      periodId: month,
      paymentTypeId: memberDues,
      memberFullName: `Member ${index}`,
      totalPayment: 1000 + index,
      amountToBeSent: 1000 + index,
    }),
  );
  for (const payment of dues) {
    await transact(...paymentChange(null, payment));
    const [stored] = await paymentsAsStored([payment]);
    await transact(...paymentChange(defined(stored), corrected(defined(stored), 900)));
  }
  return { partnerId, dues };
}

it('proves a month in parts with the same result and reports differences in all parts', async () => {
  const month = '202708';
  const { partnerId, dues } = await testDues(month);
  const inPartsOf = async (entries: number, ofPayments: number) => {
    const atOnce = { ...proofLimits };
    Object.assign(proofLimits, { entries, payments: ofPayments });
    const { proof, rows } = await prove(month);
    Object.assign(proofLimits, atOnce);
    return { proof: { ...proof, provedAt: '' }, rows, steps };
  };
  const whole = await inPartsOf(1000, 500);
  expect(whole).toMatchObject({
    proof: { owed: 70.21, corrected: 7.21, outstanding: 63, findingCount: 0 },
    rows: [{ payments: 7, entries: 14 }],
  });
  const inParts = await inPartsOf(3, 2);
  expect({ proof: inParts.proof, rows: inParts.rows }).toEqual({ proof: whole.proof, rows: whole.rows });
  expect(inParts.steps).toBeGreaterThan(whole.steps + 5);
  // one without entries, one without its last entry, and one changed
  const ofDues = { partnerId, periodId: month, paymentTypeId: memberDues };
  const entriesOf = async (place: number) =>
    (await queryItems(keys.ledgerEntry(ofDues, '').pk)).items.filter(
      ({ paymentId }) => paymentId === defined(dues[place]).id,
    ) as unknown as Key[];
  for (const item of [...(await entriesOf(1)), defined((await entriesOf(3))[1])])
    await client.send(new DeleteCommand({ TableName: tableName(), Key: { pk: item.pk, sk: item.sk } }));
  await write(defined((await entriesOf(5))[0]), 'payee', 'Somebody else');
  const named = [1, 3, 5].map((place) => defined(dues[place]).id);
  for (const [entries, ofPayments] of [
    [1000, 500],
    [3, 2],
  ] as const) {
    const { proof, rows } = await inPartsOf(entries, ofPayments);
    expect(proof).toMatchObject({ findingCount: 3, unexplained: 11.04 });
    const found = rows[0].findings.map(({ paymentId }: { paymentId: string }) => paymentId);
    expect(found.toSorted()).toEqual(named);
  }
});

it('counts no payment twice when a partner is added during a proof', async () => {
  const month = '202709';
  const { partnerId } = await testDues(month);
  const fee = somePayment(`P-1-4-${partnerId}-${month}`, {
    periodId: month,
    partnerId,
    totalPayment: 100_00,
  });
  await transact(...paymentChange(null, fee));
  const { proof: before } = await prove(month);
  const atOnce = { ...proofLimits };
  Object.assign(proofLimits, { entries: 1, payments: 1 });
  const { body } = await call(ledger.prove, world.admin, { params: { periodId: month }, body: {} });
  const { jobId } = body;
  // until the partner's fee is proved, but not the dues
  const isFeeProved = async () => {
    const { inside } = JSON.parse(defined(await loadJob(jobId)).cursor);
    return inside?.partnerId === partnerId && inside.types > 0;
  };
  do expect(await oneStep(jobId)).toBe('more');
  while (!(await isFeeProved()));
  const added = { ...somePartner('added'), partnerNumber: '0-FIRST' };
  await transact(...partnerChange(null, added));
  const { status } = await runJob(jobId);
  Object.assign(proofLimits, atOnce);
  expect(status).toBe('done');
  const { proof } = (await call(ledger.getProof, world.admin, { params: { periodId: month } })).body;
  expect({ ...proof, provedAt: '' }).toEqual({ ...before, provedAt: '' });
});
