import type { Payment } from './payment.ts';

export function payeeNameOf(payment: Payment): string {
  if (payment.kind === 'partner') return payment.partnerName;
  return payment.kind === 'facility' ? payment.facilityName : payment.memberFullName;
}
