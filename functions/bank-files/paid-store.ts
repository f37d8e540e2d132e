import { memberIdOf } from '../../shared/bank-files/bank-run.ts';
import type { Member } from '../../shared/members/member.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { loadMembers } from '../members/store.ts';
import { paymentEntity } from '../payments/store.ts';
import { keys } from '../table/keys.ts';
import { getMany } from '../table/table.ts';

// Separate from the entry store, which reads bank accounts: functions that only notify members need no access to them.

export async function paymentsNow(ids: readonly string[]): Promise<Map<string, Payment>> {
  const payments = await getMany(paymentEntity, ids.map(keys.payment), { consistent: true });
  return new Map(payments.map((payment) => [payment.id, payment]));
}

export async function membersNow(
  payments: readonly Payment[],
  also: readonly string[] = [],
): Promise<Map<string, Member>> {
  const ids = [...new Set([...payments.map(memberIdOf), ...also])].filter((id) => id !== null);
  const members = await loadMembers(ids, { consistent: true });
  return new Map(members.map((member) => [member.id, member]));
}
