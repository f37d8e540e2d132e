import type { Enrollment } from '../../shared/enrollment/enrollment.ts';
import type { Member } from '../../shared/members/member.ts';
import { paymentIdOf, type Payment } from '../../shared/payments/payment.ts';
import type { PaymentMembers, ShareGroupKind } from '../../shared/payments/share-group.ts';
import { someGroupMembership, someMember, somePartner } from '../support/builders.ts';
import { somePayment } from './some-payment.ts';

const partnerId = '2';
export const partner = { partner: somePartner(partnerId), groupMembership: someGroupMembership(partnerId) };

export const enrollment = (
  memberId: string,
  facilityId: string,
  from: string,
  to: string | null = null,
): Enrollment => ({
  partnerId,
  memberId,
  facilityId,
  from,
  to,
  version: 1,
});

export const member = (id: string, fields: Partial<Member> = {}): Member =>
  someMember(id, partnerId, { invitationStatus: 4, activatedOn: '2026-10-01', ...fields });

export interface Booked {
  facility: string;
  period: string;
  own?: string[];
  groups?: { kind: ShareGroupKind; period: string; memberIds: string[] }[];
  fields?: Partial<Payment>;
}
export const sent = { status: 2, bankFileId: 'file' } as const;

export function bookedPayment(
  { facility, period, own = [], groups = [], fields }: Booked,
  kind = 'facility',
) {
  const name = { programPaymentTypeId: 1, paymentTypeId: 3, partnerId, periodId: period } as const;
  const payee = { kind: 'facility', facilityId: facility, facilityName: `Gym ${facility}` } as const;
  const parts = groups.map(({ memberIds, ...group }) => ({
    ...group,
    each: 20_00,
    members: memberIds.length,
  }));
  const payment: Payment =
    kind === 'partner'
      ? somePayment({ ...name, id: paymentIdOf({ ...name, kind: 'partner' }), ...(fields as object) })
      : somePayment({ ...name, ...payee, id: paymentIdOf({ ...name, ...payee }), ...(fields as object) });
  const members: PaymentMembers = {
    own: new Set(own),
    groups: groups.map((group, index) => ({ ...parts[index], ...group, each: 20_00, members: 1 })),
  };
  return { payment: { ...payment, reason: { ...payment.reason, groups: parts } }, members };
}
