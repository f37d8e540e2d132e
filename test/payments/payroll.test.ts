import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { payrollLimits } from '../../functions/payments/payroll/gather-store.ts';
import { payrollSizes } from '../../functions/payments/payroll/payroll-job.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { payrollFileName } from '../../shared/payments/payroll-file.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { transact } from '../../functions/table/transact.ts';
import { payments } from '../../shared/contracts/payments.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers } from './facilities.ts';
import { somePayment } from './some-payment.ts';

const world = useWorld();
const people = ['ann', 'bo', '=cy'];
const months = Array.from({ length: 12 }, (_, at) => String(202601 + at));
const held = new Map<string, Payment>();

const save = async (payment: Payment, before?: Payment) => {
  await transact(...paymentChange(before ?? null, payment));
  held.set(payment.id, payment);
};
const back = (memberId: string, periodId: string, amount: number) =>
  somePayment({
    kind: 'member',
    id: `M-3-7-1-${memberId}-${periodId}`,
    programPaymentTypeId: 3,
    paymentTypeId: 7,
    periodId,
    memberId,
    memberBillingTypeId: 2,
    status: 6,
    totalPayment: amount,
    amountToBeSent: amount,
  });
const dues = (memberId: string, periodId: string, amount: number) =>
  somePayment({
    ...back(memberId, periodId, amount),
    id: `M-3-6-1-${memberId}-${periodId}`,
    paymentTypeId: 6,
    status: 5,
  });
const facility = (facilityId: string, periodId: string, amount: number, memberIds: string[]) =>
  somePayment({
    kind: 'facility',
    id: `F-3-3-1-${facilityId}-${periodId}`,
    programPaymentTypeId: 3,
    paymentTypeId: 3,
    periodId,
    facilityId,
    facilityNumber: facilityId,
    status: 5,
    duesPaidForOneMember: 20_00,
    totalPayment: amount,
    amountToBeSent: amount,
    reason: { rule: 'test', steps: [], memberIds },
  });

beforeAll(async () => {
  await addFacilities(['7001', '7002']);
  await addMembers(
    '1',
    people.map((id) => ({ id, facilityId: '7001' })),
  );
  for (const [at, periodId] of months.entries()) {
    for (const [index, id] of people.entries())
      if ((at + index) % 3 > 0) await save(back(id, periodId, 25_00 + at));
    await save(dues('bo', periodId, 7_01));
    await save(facility('7001', periodId, 61_00 + at, ['ann', 'bo']));
    await save(facility('7002', periodId, 20_00, ['=cy']));
  }
});
beforeEach(() => setClock('2027-02-20T16:00:00Z'));
resetClockAfterEach();

const params = { partnerId: '1' };
const make = async (periodID: string, as = world.admin) => {
  const begun = await call(payments.makePayroll, as, { params, body: { periodID } });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return runJob(begun.body.jobId);
};
/** Creates a file like that of a large partner: two payments per step, and two members per part. */
const makeAsLarge = async (periodID: string) => {
  const before = [{ ...payrollLimits }, { ...payrollSizes }];
  Object.assign(payrollLimits, { entriesInStep: 2, memberPage: 2, clubPage: 1 });
  payrollSizes.peopleInPart = 2;
  await make(periodID);
  Object.assign(payrollLimits, before[0]);
  Object.assign(payrollSizes, before[1]);
};
const files = async () => (await call(payments.payroll, world.own.manager, { params })).body.files;
const csv = async (fileId: string) => {
  const file = await call(payments.downloadPayroll, world.own.manager, {
    params: { ...params, fileId },
    query: { format: 'csv' },
  });
  const [, ...lines] = file.bytes.toString('utf8').trim().split('\r\n');
  return lines.map((line) => {
    const [memberId = '', , , code = '', , amount = '', total = '', taxable = '', payYear, number] =
      line.split(',');
    return {
      memberId: memberId.replace(/^'/, ''),
      code,
      cents: Math.round(Number(amount) * 100),
      total,
      taxable,
      payYear,
      ...(number && { number }),
    };
  });
};

describe('a payroll', () => {
  it('contains the amounts that no earlier file contains, and is idempotent', async () => {
    expect((await make('202601', world.own.manager)).message).toBe(
      'The payroll file for January 2026 is ready.',
    );
    expect(await csv('202601')).toEqual([
      { memberId: '=cy', code: 'WELLDUES', cents: 20_00, total: '20.00', taxable: 'Yes', payYear: '2026' },
      { memberId: '=cy', code: 'WELLREIM', cents: 25_00, total: '25.00', taxable: 'Yes', payYear: '2026' },
      { memberId: 'ann', code: 'WELLDUES', cents: 30_50, total: '30.50', taxable: 'Yes', payYear: '2026' },
      {
        memberId: 'bo',
        code: 'WELLDUES',
        cents: 30_50 - 7_01,
        total: '23.49',
        taxable: 'Yes',
        payYear: '2026',
      },
      { memberId: 'bo', code: 'WELLREIM', cents: 25_00, total: '25.00', taxable: 'Yes', payYear: '2026' },
    ]);
    expect((await make('202601')).message).toBe(
      'Nothing changed since the last payroll file of this year. Payments count when they are sent.',
    );
    expect(await files()).toHaveLength(1);
  });

  it('does not refer to an earlier file if the year has none', async () => {
    expect((await make('202512')).message).toBe(
      'There is nothing to report for this year yet. Payments count when they are sent.',
    );
  });

  it('names the employee number of the roster, and the number of a second file of a month', async () => {
    const ann = await loadMember('ann');
    await transact(...memberChange(ann, { ...ann, employeeNumber: '00123' }));
    await make('202602');
    expect((await csv('202602')).find(({ memberId }) => memberId === 'ann')?.number).toBe('00123');
    expect((await csv('202602')).find(({ memberId }) => memberId === 'bo')?.number).toBeUndefined();
    expect(payrollFileName({ id: '202612', periodId: '202612' })).toBe('December 2026');
    expect(payrollFileName({ id: '202612-2', periodId: '202612' })).toBe('December 2026, file 2');
  });

  it('reverses returned and corrected payments, and the year equals the payments to the cent', async () => {
    for (const periodId of months.slice(1, 6)) await make(periodId);
    const corrected = await loadPayment('F-3-3-1-7001-202602');
    // a bank file would return a payment; only the resulting status matters for the payroll
    await save({ ...corrected, amountToBeSent: 10_01 }, corrected);
    await makeAsLarge('202607');
    expect(await csv('202607')).toContainEqual(
      expect.objectContaining({ memberId: 'ann', code: 'WELLDUES', cents: 30_53 - (30_51 - 5_01) }),
    );
    for (const periodId of months.slice(7)) await make(periodId);
    const late = await loadPayment('F-3-3-1-7002-202603');
    await save({ ...late, status: 3 }, late);
    await makeAsLarge('202612');
    expect(await csv('202612-2')).toEqual([
      expect.objectContaining({ memberId: '=cy', code: 'WELLDUES', cents: -20_00 }),
    ]);
    const lines = (await Promise.all((await files()).map(({ id }: { id: string }) => csv(id)))).flat();
    const sum = (code: string) =>
      lines.filter((line) => line.code === code).reduce((total, { cents }) => total + cents, 0);
    const paid = (kind: string, type: number) =>
      [...held.values()]
        .filter((payment) => payment.kind === kind && payment.paymentTypeId === type && payment.status !== 3)
        .reduce((total, { amountToBeSent }) => total + amountToBeSent, 0);
    expect(sum('WELLREIM')).toBe(paid('member', 7));
    // in February the facility received $5.00 for bo, who paid more: the employer's part is never below zero
    expect(sum('WELLDUES')).toBe(paid('facility', 3) - paid('member', 6) + (7_01 - 5_00));
  });

  it('refuses a month before the last file, an open month, and another partner', async () => {
    const refused = (periodID: string) =>
      call(payments.makePayroll, world.admin, { params, body: { periodID } });
    expect((await refused('202611')).body.message).toContain(
      'There is already a payroll file for December 2026',
    );
    expect((await refused('202702')).status).toBe(422);
    const other = { params: { ...params, fileId: '202601' } };
    expect((await call(payments.downloadPayroll, world.other.manager, other)).status).toBe(403);
  });

  it('uses the pay codes and the choice of taxable amounts, and excludes dues of on-site clubs', async () => {
    const body = {
      reimbursementCode: 'R-9',
      duesCode: 'D-9',
      isReimbursementTaxable: false,
      isDuesTaxable: true,
      onSiteClubs: '7002',
      version: 0,
    };
    const unknown = await call(payments.savePayrollSettings, world.own.manager, {
      params,
      body: { ...body, onSiteClubs: '7002, 7009 7010' },
    });
    expect(unknown.status).toBe(422);
    expect(unknown.body.message).toBe('No club has the Facility ID 7009 or 7010.');
    const saved = await call(payments.savePayrollSettings, world.own.manager, { params, body });
    expect(saved.body.data).toMatchObject({ reimbursementCode: 'R-9', version: 1 });
    expect((await call(payments.savePayrollSettings, world.admin, { params, body })).status).toBe(409);
    await make('202612');
    const lines = await csv('202612-3');
    expect(lines.map(({ memberId, cents, taxable }) => [memberId, cents > 0, taxable])).toEqual([
      ['=cy', false, 'Yes'],
      ['=cy', true, 'No'],
    ]);
    const file = await call(payments.downloadPayroll, world.admin, {
      params: { ...params, fileId: '202601' },
    });
    const sheet = await readSheet(file.bytes, 'payroll.xlsx', {
      maxBytes: 1e6,
      tooLarge: '',
      formats: ['xlsx'],
    });
    expect(JSON.stringify(sheet)).toContain('Ann Lund bo');
    expect((await csv('202601')).map(({ code }) => code)).toContain('R-9');
  });
});
