import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkMonth, monthsToCheck } from '../../functions/ledger/check-months.ts';
import { keepLedgerHandler as keepLedger } from '../../functions/ledger/handlers.ts';
import { findMonthProof } from '../../functions/ledger/proof-store.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { corrected } from '../../shared/payments/correction.ts';
import {
  paymentIdOf,
  type PaymentName,
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
  type Payment,
} from '../../shared/payments/payment.ts';
import { programPaymentTypes } from '../../shared/programs.ts';
import { somePayment } from '../payments/some-payment.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { writtenBefore } from './earlier-payments.ts';
import { defined } from '../support/defined.ts';
import { proveMonth } from './prove.ts';

const world = useWorld();
let partnerId = '';
beforeAll(async () => {
  partnerId = world.own.partner.id;
});
resetClockAfterEach();

const namesIn = (periodId: string): PaymentName[] =>
  programPaymentTypes.flatMap(({ id: programPaymentTypeId }): PaymentName[] => {
    const of = { programPaymentTypeId, partnerId, periodId };
    const facilities = ['5001', '5002'].map((facilityId) => ({
      ...of,
      kind: 'facility' as const,
      paymentTypeId: facilityPayments,
      facilityId,
    }));
    const members = [memberDues, memberReimbursements].flatMap((paymentTypeId) =>
      ['M1', 'M2'].map((memberId) => ({ ...of, kind: 'member' as const, paymentTypeId, memberId })),
    );
    const partner = [partnerFees, partnerDues].map((paymentTypeId) => ({
      ...of,
      kind: 'partner' as const,
      paymentTypeId,
    }));
    return [...partner, ...facilities, ...members];
  });
const paymentsOf = (periodId: string): Payment[] =>
  namesIn(periodId).map((name) =>
    somePayment({
      ...name,
      id: paymentIdOf(name),
      totalPayment: 10_00,
      amountToBeSent: 10_00,
      ...('facilityId' in name && { facilityNumber: name.facilityId }),
      ...('memberId' in name && { memberFullName: `Member ${name.memberId}` }),
    }),
  );

const proofOf = (periodId: string) => proveMonth(world.admin, periodId);
async function keepOn(instant: string) {
  setClock(instant);
  await keepLedger({ time: instant });
  const begun = (await allRunningJobs()).map(({ id }) => id).toSorted();
  for (const id of begun) await runJob(id);
  return begun;
}

describe('payments of every kind and program', () => {
  const month = '202610';

  it('are reported by the proof when they have no entries, and are explained when they have', async () => {
    setClock('2026-11-10T15:00:00Z');
    const payments = paymentsOf(month);
    await writtenBefore(payments);
    const { proof, rows, job } = await proofOf(month);
    expect(proof).toMatchObject({ findingCount: payments.length, unexplained: 10 * payments.length });
    expect(job.message).toBe('Some payments have unexplained differences. See the list.');
    const named = (rows as { paymentTypeId: number; findings: { paymentId: string }[] }[]).map(
      ({ paymentTypeId, findings }) => [paymentTypeId, findings.map(({ paymentId }) => paymentId).toSorted()],
    );
    const types = [facilityPayments, partnerFees, partnerDues, memberDues, memberReimbursements];
    expect(named).toEqual(
      types.map((type) => [
        type,
        payments.flatMap(({ id, paymentTypeId }) => (paymentTypeId === type ? [id] : [])).toSorted(),
      ]),
    );
    expect(await keepOn('2026-11-10T12:45:00Z')).toEqual([
      'ledger-proof-202610-2026-11-10',
      'ledger-proof-202611-2026-11-10',
      'ledger-seal-202610-2026-11-10',
    ]);
    for (const payment of await loadPayments(payments.map(({ id }) => id)))
      await transact(...paymentChange(payment, payment));
    const carried = await proofOf(month);
    expect(carried.proof).toMatchObject({ owed: 10 * payments.length, findingCount: 0, unexplained: 0 });
    expect(carried.rows.map(({ entries }: { entries: number }) => entries)).toEqual([6, 3, 3, 6, 6]);
  });

  it('are proved with one step per partner and one for the seal, and the job reports the result', async () => {
    const { job } = await proofOf(month);
    expect(job.message).toBe('Every cent is explained.');
    expect(job.done).toBe(job.total);
  });

  it('are counted with their entries', async () => {
    setClock('2026-11-12T15:00:00Z');
    for (let index = 0; index < 53; index++) {
      const name = { kind: 'member', programPaymentTypeId: 2, paymentTypeId: memberDues } as const;
      const memberId = `N${index}`;
      const payment = somePayment<'member'>({
        ...name,
        id: paymentIdOf({ ...name, partnerId, periodId: '202608', memberId }),
        partnerId,
        periodId: '202608',
        memberId,
        memberFullName: `Member ${index}`,
      });
      await transact(...paymentChange(null, payment));
    }
    const { proof, rows } = await proofOf('202608');
    expect(proof).toMatchObject({ findingCount: 0 });
    expect(rows[0]).toMatchObject({ payments: 53, entries: 53 });
  });
});

describe('scheduled ledger jobs', () => {
  it('prove this month, the previous one, dues created ahead, and older months with open payments', async () => {
    setClock('2026-11-13T15:00:00Z');
    // 202608 and 202610, proved in this file, have open payments
    expect(await keepOn('2026-11-13T12:45:00Z')).toEqual([
      'ledger-proof-202608-2026-11-13',
      'ledger-proof-202610-2026-11-13',
      'ledger-proof-202611-2026-11-13',
    ]);
    await proofOf('202607');
    expect(await findMonthProof('202607')).toMatchObject({ outstanding: 0, findingCount: 0, seal: 'none' });
    const over = somePayment({
      id: `P-1-4-${partnerId}-202606`,
      partnerId,
      periodId: '202606',
      status: 5,
      statusAt: '2026-07-20T12:00:00.000Z',
    });
    await writtenBefore([over]);
    await proofOf('202606');
    expect(await findMonthProof('202606')).toMatchObject({ findingCount: 1 });
    const begun = await keepOn('2026-11-25T12:45:00Z');
    expect(begun).toEqual([
      'ledger-proof-202606-2026-11-25',
      'ledger-proof-202608-2026-11-25',
      'ledger-proof-202610-2026-11-25',
      'ledger-proof-202611-2026-11-25',
      'ledger-proof-202612-2026-11-25',
    ]);
    expect(await keepOn('2026-11-25T12:45:00Z')).toEqual([]);
  });

  it('seal a closed month and record an audit event', async () => {
    expect(await keepOn('2026-12-02T12:45:00Z')).toContain('ledger-seal-202611-2026-12-02');
    const job = await loadJob('ledger-seal-202611-2026-12-02');
    expect(job?.message).toBe('The month was sealed.');
    expect(job?.done).toBeGreaterThan(50);
    const { items } = await queryItems(keys.audit('ledger 202611', '', '').pk);
    expect(items).toEqual([
      expect.objectContaining({
        name: 'ledger month sealed',
        who: 'ledger',
        after: { hash: expect.stringMatching(/^[\da-f]{64}$/), entries: job?.done },
      }),
    ]);
  });
});

it('keeps the order of entries of a payment with many corrections', async () => {
  const month = '202705';
  setClock('2027-06-03T15:00:00Z');
  const id = `P-1-4-${partnerId}-${month}`;
  let payment: Payment = somePayment({ id, partnerId, periodId: month });
  for (let step = 0; step < 12; step++) {
    const [stored = null] = await loadPayments([id]);
    await transact(...paymentChange(stored, payment));
    const [now] = await loadPayments([id]);
    payment = corrected(defined(now), 50_00 + step);
  }
  const { proof, rows } = await proofOf(month);
  expect(proof).toMatchObject({ findingCount: 0, outstanding: 50.1 });
  expect(rows[0]).toMatchObject({ entries: 12, payments: 1 });
});

describe('ledger check', () => {
  it('covers the first month that may have entries through next month, or starts from a given month', async () => {
    setClock('2026-12-10T15:00:00Z');
    const now = new Date('2026-12-10T15:00:00Z');
    const months = await monthsToCheck(now);
    expect([months[0], months.at(-1), months.length]).toEqual(['202201', '202701', 61]);
    expect(await monthsToCheck(now, '202611')).toEqual(['202611', '202612', '202701']);
  });

  it('lists each difference with its partner, the number of further differences, and a broken seal', async () => {
    setClock('2026-12-10T15:00:00Z');
    expect(await checkMonth('202701')).toEqual({
      periodId: '202701',
      entries: 0,
      seal: 'none',
      problems: [],
    });
    expect(await checkMonth('202611')).toMatchObject({ seal: 'intact', problems: [] });
    const { pk } = keys.ledgerEntry({ partnerId, periodId: '202608', paymentTypeId: memberDues }, '');
    const { items } = await queryItems(pk);
    for (const { sk } of items.slice(0, 25))
      await client.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
    const { problems } = await checkMonth('202608');
    expect(problems).toHaveLength(21);
    const [first] = problems;
    expect(first).toMatch(new RegExp(`^${world.own.partner.name}, M-2-6-${partnerId}-N\\d+-202608: `));
    expect(problems.at(-1)).toBe(`${world.own.partner.name}: 5 more differences.`);
    // the entries were posted in November
    expect(await checkMonth('202611')).toMatchObject({
      seal: 'broken',
      problems: ['The entries posted in this month no longer match its seal.'],
    });
  });
});
