import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { statementPdf } from '../../functions/accounts/statement-file.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { statementOf } from '../../shared/accounts/statement.ts';
import { somePayment } from '../payments/some-payment.ts';
import { shown } from '../platform/pdf-text.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const month = (id: string, type: 6 | 7, periodId: string, overrides: object = {}) =>
  somePayment({
    id: `M-1-${type}-1-${id}-${periodId}`,
    kind: 'member',
    programPaymentTypeId: 1,
    paymentTypeId: type,
    memberId: id,
    payeeToken: 'payee',
    periodId,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    status: 5,
    ...overrides,
  });

const payments = (id: string) => [
  month(id, 6, '202601'),
  month(id, 6, '202602', { status: 3 }),
  month(id, 6, '202603', { status: 2 }),
  month(id, 7, '202601', { amountToBeSent: 20_00 }),
  month(id, 7, '202602', { totalPayment: 0, amountToBeSent: 0, status: 4 }),
  month(id, 7, '202603', { status: 6, amountToBeSent: 20_00 }),
];

it('totals completed payments, and describes the status of the others', () => {
  const { lines, duesPaid, paidBack } = statementOf(payments('S1').toReversed(), new Set());
  expect([duesPaid, paidBack]).toEqual([30_00, 40_00]);
  expect(lines.map(({ periodId, what, amount, status }) => [periodId, what, amount, status])).toEqual([
    ['202601', 'Dues', 30_00, 'Withdrawn'],
    ['202601', 'Reimbursement', 20_00, 'Paid'],
    ['202602', 'Dues', 0, 'Returned by your bank'],
    ['202602', 'Reimbursement', 0, 'Too few visits'],
    ['202603', 'Dues', 30_00, 'On its way'],
    ['202603', 'Reimbursement', 20_00, 'Paid outside this portal'],
  ]);
});

it('is available as one page and as a workbook, with the months of that year only', async () => {
  const { member, memberUser } = world.own;
  const year = Array.from({ length: 12 }, (_, index) => `2025${String(index + 1).padStart(2, '0')}`);
  const all = [...year, '202601'].flatMap((period) => [
    month(member.id, 6, period),
    month(member.id, 7, period),
  ]);
  for (const payment of all) await transact(...paymentChange(null, payment));
  const get = (format: string, overrides: object = {}) =>
    call(accounts.statement, memberUser, {
      query: { memberGuid: member.id, year: 2025, format, ...overrides },
    });

  const pdf = await get('pdf');
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(
    Buffer.from(pdf.bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(1);
  const page = shown(pdf.bytes).split('\n');
  expect(page).toContain('Statement of 2025');
  expect(page.filter((text) => text === '$360.00')).toHaveLength(2);
  expect(page).not.toContain('January 2026');

  const { bytes } = await get('xlsx');
  const cells = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(cells.match(/<v>360<\/v>/g)).toHaveLength(2);

  expect((await get('doc')).status).toBe(400);
  expect((await get('pdf', { year: '20x5' })).status).toBe(400);
  expect((await get('pdf', { memberGuid: world.other.member.id })).status).toBe(403);
});

it('remains one page if every month has dues, a reimbursement, and repaid dues', async () => {
  const lines = Array.from({ length: 36 }, () => ({
    periodId: '202509',
    yearMonth: 'September 2025',
    what: 'Reimbursement' as const,
    amount: 30_00,
    status: 'Paid outside this portal',
    isSettled: true,
  }));
  const pdf = await statementPdf({
    lines,
    duesPaid: 0,
    paidBack: 0,
    year: 2025,
    memberName: 'Ann Lund',
    partnerName: 'Partner 1',
    facilityName: 'Harbor Gym',
    at: new Date('2026-01-02T12:00:00Z'),
  });
  expect(
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(1);
});
