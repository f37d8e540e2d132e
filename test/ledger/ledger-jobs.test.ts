import { expect, it, vi, onTestFinished } from 'vitest';
import { checkMonth, monthsToCheck, sealLimits } from '../../functions/ledger/check-months.ts';
import { keepLedgerHandler as keepLedger } from '../../functions/ledger/handlers.ts';
import {
  findLedgerStart,
  findSeal,
  groupProofChange,
  ledgerStartChange,
  sealAdded,
} from '../../functions/ledger/proof-store.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { put } from '../../functions/table/put-item.ts';
import { ledger } from '../../shared/contracts/ledger.ts';
import { noSums } from '../../shared/ledger/proof.ts';
import {
  completed,
  memberDues,
  memberReimbursements,
  partnerFees,
  paymentIdOf,
  returned,
  type MemberPayment,
} from '../../shared/payments/payment.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { crashAtWrite } from '../support/faults.ts';
import { allRunningJobs, runJob, runStep } from '../support/jobs.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { useWorld } from '../support/world.ts';
import { writtenBefore } from './earlier-payments.ts';
import { defined } from '../support/defined.ts';

const now = new Date('2026-11-10T15:00:00Z');
const instant = '2026-11-10T12:45:00Z';
const world = useWorld();
resetClockAfterEach();

const feeOf = (partnerId: string, periodId: string) =>
  somePayment({ id: `P-1-4-${partnerId}-${periodId}`, partnerId, periodId });

async function proofOf(periodId: string) {
  const { body } = await call(ledger.prove, world.admin, { params: { periodId }, body: {} });
  const { jobId, message: begun } = body;
  await runStep(jobId);
  const between = (await loadJob(jobId))?.message;
  const logged = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const { message } = await runJob(jobId);
  const lines = logged.mock.calls.map(([line]) => String(line));
  const errors = lines.filter((line) => line.includes('"error"'));
  const metrics = lines
    .filter((line) => line.includes('LedgerDifferences'))
    .map((line): unknown => JSON.parse(line));
  logged.mockRestore();
  const { body: stored } = await call(ledger.getProof, world.admin, { params: { periodId } });
  return { ...stored, messages: [begun, between, message], errors, metrics };
}

it('starts the ledger in the next run when a scheduled run fails', async () => {
  setClock(now.toISOString());
  for (const month of ['202605', '202606', '202611'])
    await transact(...paymentChange(null, feeOf(world.own.partner.id, month)));
  for (const n of [1, 2]) {
    const fault = crashAtWrite(n, 'before');
    await expect(keepLedger({ time: instant })).rejects.toThrow();
    fault.revive();
  }
  expect(await findLedgerStart()).toMatchObject({ since: '202610' });
  await keepLedger({ time: instant });
  const begun = await allRunningJobs();
  expect(begun.map(({ message }) => message)).toEqual(begun.map(() => 'The ledger is up to date.'));
  const ended = await Promise.all(begun.map(({ id }) => runJob(id)));
  expect(ended.map(({ status }) => status)).toEqual(begun.map(() => 'done'));
  expect((await proofOf('202611')).proof).toMatchObject({ owed: 100, findingCount: 0 });
});

it('checks five years, or from the first month of the ledger', async () => {
  expect((await monthsToCheck(now))[0]).toBe('202112');
  expect((await monthsToCheck(new Date('2040-11-10T15:00:00Z')))[0]).toBe('202610');
});

it('names the partner in the progress of a proof and reports differences to the alarm', async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'of-this-test');
  onTestFinished(() => void vi.unstubAllEnvs());
  setClock(now.toISOString());
  const { id: partnerId, name } = world.own.partner;
  const right = await proofOf('202611');
  expect(right.rows).toMatchObject([{ partnerId, partnerName: name, payments: 1, findingCount: 0 }]);
  expect(right.messages).toEqual([
    'Reading payments and ledger entries.',
    'Reading payments and ledger entries.',
    'Every cent is explained.',
  ]);
  expect([right.errors, right.metrics]).toEqual([[], []]);
  await writtenBefore([feeOf(partnerId, '202609')]);
  const wrong = await proofOf('202609');
  expect(wrong.proof).toMatchObject({ findingCount: 1, seal: 'none' });
  expect(wrong.errors).toHaveLength(1);
  expect(wrong.metrics).toMatchObject([{ LedgerDifferences: 1 }]);
  expect(wrong.errors[0]).toContain('the ledger does not add up');
  expect(JSON.parse(wrong.errors[0] ?? 'null')).toMatchObject({
    periodId: '202609',
    findingCount: 1,
    seal: 'none',
  });
});

it('downloads a proof with totals and one row per partner and payment type', async () => {
  const params = { periodId: '202609' };
  const { status, headers, bytes } = await call(ledger.downloadProof, world.admin, { params });
  expect([status, String(headers['content-disposition'])]).toEqual([
    200,
    expect.stringContaining('Proof 202609.xlsx'),
  ]);
  const [month, proved, , titles = [], ...lines] = workbookLines(bytes);
  expect([month, proved, titles.slice(0, 4)]).toEqual([
    ['Month', 'September 2026'],
    ['Proved', '11/10/2026'],
    ['Partner', 'Payments', 'Lines', 'Owed'],
  ]);
  const { name } = world.own.partner;
  expect(lines[0]?.slice(0, 3)).toEqual([name, 'GM partner fees', '1']);
  expect(titles.slice(-2)).toEqual(['Unexplained', 'Differences']);
  expect(lines.map((line) => line.slice(-2))).toEqual([
    ['100', '1'],
    ['100', '1'],
  ]);
  expect(lines[1]?.[0]).toBe('Total');
});

it('removes the proof of a group without payments and entries', async () => {
  setClock(now.toISOString());
  const { id: partnerId, name: partnerName } = world.own.partner;
  const nothing = { ...noSums, balances: {}, findings: [], findingCount: 0 };
  const group = { partnerId, partnerName, paymentTypeId: partnerFees, payments: 2, entries: 2, ...nothing };
  await transact(groupProofChange('202607', group));
  const before = await call(ledger.getProof, world.admin, { params: { periodId: '202607' } });
  expect(before.body.rows).toHaveLength(1);
  expect((await proofOf('202607')).rows).toEqual([]);
});

it('starts the ledger once and seals a month once', async () => {
  const { version: _, ...start } = defined(await findLedgerStart());
  await expect(transact(...ledgerStartChange(null, { ...start, version: 0 }))).rejects.toMatchObject({
    code: 'conflict',
    message: 'The ledger was already started.',
  });
  setClock('2026-12-02T15:00:00Z');
  await keepLedger({ time: '2026-12-02T12:45:00Z' });
  sealLimits.entries = 1;
  const sealing = 'ledger-seal-202611-2026-12-02';
  await runStep(sealing);
  expect(await loadJob(sealing)).toMatchObject({ done: 1, message: 'Sealing the month.' });
  for (const { id } of await allRunningJobs()) await runJob(id);
  expect((await proofOf('202611')).proof).toMatchObject({ seal: 'intact', findingCount: 0 });
  sealLimits.entries = 300;
  expect(await loadJob(sealing)).toMatchObject({ done: 3, message: 'The month was sealed.' });
  expect(await checkMonth('202611')).toMatchObject({ seal: 'intact' });
  const seal = defined(await findSeal('202611'));
  expect(seal.entries).toBe(3);
  await expect(transact(...sealAdded({ ...seal, version: 0 }))).rejects.toMatchObject({
    code: 'conflict',
    message: 'This month is already sealed.',
  });
});

it('breaks a seal by one additional entry, regardless of the page size', async () => {
  const group = { partnerId: world.own.partner.id, periodId: '202611', paymentTypeId: partnerFees };
  const { items } = await queryItems(keys.ledgerEntry(group, '').pk);
  const [item] = items as [{ pk: string; sk: string }];
  await transact({ item: put({ ...item, payee: 'Somebody else' }) });
  expect(await checkMonth('202611')).toMatchObject({ entries: 1, seal: 'broken' });
  await transact({ item: put(item) });
  expect(await checkMonth('202611')).toMatchObject({ seal: 'intact', problems: [] });
  setClock('2026-11-29T15:00:00Z');
  await transact(...paymentChange(null, feeOf(world.own.partner.id, '202612')));
  expect(await checkMonth('202611')).toMatchObject({ seal: 'broken' });
});

it('reports a reimbursement that was paid after the dues of its month came back', async () => {
  setClock(now.toISOString());
  const { id: partnerId } = world.other.partner;
  const periodId = '202604';
  const paymentOf = (paymentTypeId: number, memberId: string, fields: Partial<MemberPayment>) => {
    const name = {
      kind: 'member',
      programPaymentTypeId: 2,
      paymentTypeId,
      partnerId,
      periodId,
      memberId,
    } as const;
    return somePayment<'member'>({ ...name, id: paymentIdOf(name), ...fields });
  };
  const attempt = (at: string, returnedAt?: string) => ({
    bankFileId: 'F',
    trace: at,
    at,
    amount: 100_00,
    returned: returnedAt ? { at: returnedAt, code: 'R01' } : null,
  });
  const paid: Partial<MemberPayment> = {
    status: completed,
    statusAt: '2026-05-02T12:00:00.000Z',
    attempts: [attempt('2026-04-28T12:00:00.000Z')],
  };
  const dues = (memberId: string, returnedAt: string) =>
    paymentOf(memberDues, memberId, {
      status: returned,
      statusAt: returnedAt,
      attempts: [attempt('2026-04-01T12:00:00.000Z', returnedAt)],
    });
  const payments = [
    dues('M1', '2026-04-06T12:00:00.000Z'),
    paymentOf(memberReimbursements, 'M1', paid),
    // these came back after the payment
    dues('M2', '2026-05-20T12:00:00.000Z'),
    paymentOf(memberReimbursements, 'M2', paid),
  ];
  await writtenBefore(payments);
  for (const payment of await loadPayments(payments.map(({ id }) => id)))
    await transact(...paymentChange(payment, payment));
  const { rows } = await proofOf(periodId);
  const findings = (rows as { findings: { paymentId: string; problem: string }[] }[]).flatMap(
    (row) => row.findings,
  );
  expect(findings).toMatchObject([
    {
      paymentId: defined(payments[1]).id,
      problem: 'It was paid although the dues of its month had come back and were not collected again.',
    },
  ]);
});
