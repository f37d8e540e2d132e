import type { Member } from '../../../shared/members/member.ts';
import { isOfKind, type MemberPayment, type Payment } from '../../../shared/payments/payment.ts';
import { duesIdsOf } from '../../../shared/payments/refund.ts';
import {
  firstDuesIdOf,
  isPaycheckReimbursement,
  reimbursementWait,
  type ReimbursementWait,
} from '../../../shared/payments/reimbursement-wait.ts';
import { loadMembers } from '../../members/store.ts';
import { loadPayrollYear, yearOf, type PayrollYear } from './store.ts';
import { loadPayments } from '../store.ts';

/** Records that the caller loaded already. */
interface Loaded {
  members?: readonly Member[];
  files?: PayrollYear['files'];
}

/** Loads the dues that reimbursements wait for, by payment ID; nothing for those that do not wait. */
export async function loadReimbursementWaits(
  payments: readonly Payment[],
  loaded: Loaded = {},
): Promise<Map<string, ReimbursementWait>> {
  const rows = payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter((payment) => duesIdsOf(payment).length > 0 || isPaycheckReimbursement(payment));
  if (rows.length === 0) return new Map();
  const ids = [...new Set(rows.map(({ memberId }) => memberId))];
  const members = new Map((loaded.members ?? (await loadMembers(ids))).map((member) => [member.id, member]));
  const duesIds = rows.flatMap((row) => {
    const member = members.get(row.memberId);
    return [...duesIdsOf(row), (member && firstDuesIdOf(member, row.programPaymentTypeId)) ?? []].flat();
  });
  const dues = new Map((await loadPayments([...new Set(duesIds)])).map((payment) => [payment.id, payment]));
  const filesOf = loaded.files ? () => loaded.files ?? [] : await payrollFilesOfYears(rows);
  return new Map(
    rows.flatMap((row): [string, ReimbursementWait][] => {
      const wait = reimbursementWait(row, { member: members.get(row.memberId), dues, files: filesOf(row) });
      return wait ? [[row.id, wait]] : [];
    }),
  );
}

async function payrollFilesOfYears(
  rows: readonly MemberPayment[],
): Promise<(row: MemberPayment) => PayrollYear['files']> {
  const keyOf = ({ partnerId, periodId }: MemberPayment) => `${partnerId} ${yearOf(periodId)}`;
  const years = new Map<string, PayrollYear>();
  for (const row of rows.filter(isPaycheckReimbursement))
    if (!years.has(keyOf(row)))
      years.set(keyOf(row), await loadPayrollYear(row.partnerId, yearOf(row.periodId)));
  return (row) => years.get(keyOf(row))?.files ?? [];
}
