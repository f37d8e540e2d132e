import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { measureMoney, moneyDue } from '../../functions/bank-files/sending/measure-money.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { memberDues, memberReimbursements, pending, submitted } from '../../shared/payments/payment.ts';
import { somePayment } from '../payments/some-payment.ts';
import { makeWorld } from '../support/world.ts';

const at = (day: string) => new Date(`${day}T18:00:00Z`);

const payment = (
  id: string,
  paymentTypeId: typeof memberDues | typeof memberReimbursements,
  periodId: string,
  status: typeof pending | typeof submitted,
  amount: number,
) =>
  somePayment({
    kind: 'member',
    id,
    paymentTypeId,
    programPaymentTypeId: 2,
    periodId,
    status,
    totalPayment: amount,
    amountToBeSent: amount,
  });

beforeAll(async () => {
  await makeWorld();
  for (const created of [
    payment('D1', memberDues, '202612', pending, 30_00),
    payment('D2', memberDues, '202612', submitted, 70_00),
    payment('R1', memberReimbursements, '202610', pending, 5_00),
    payment('R2', memberReimbursements, '202610', submitted, 15_00),
    // the day of these is not missed before January
    payment('R3', memberReimbursements, '202611', pending, 99_00),
    payment('D3', memberDues, '202701', pending, 99_00),
  ])
    await transact(...paymentChange(null, created));
});

it.each([
  ['2026-11-12', 0, 0],
  // reimbursements for October were promised for November 27
  ['2026-11-27', 20_00, 5_00],
  // dues were promised for December 1
  ['2026-12-10', 120_00, 35_00],
])('on %s, %i cents are due and %i of them are late', async (day, due, late) =>
  expect(await moneyDue(at(day))).toEqual({ due, late }),
);

it('is counted in dollars, with the age of the oldest file', async () => {
  const lines: string[] = [];
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'of-this-test');
  const written = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => Boolean(lines.push(String(text))));
  onTestFinished(() => void vi.unstubAllEnvs());
  await measureMoney(at('2026-12-10')).finally(() => written.mockRestore());
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    MoneyDue: 120,
    MoneyLate: 35,
    FilesUnknown: 0,
    OldestFileMinutes: 0,
  });
});
