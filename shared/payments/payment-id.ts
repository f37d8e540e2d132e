import type { ProgramPaymentTypeId } from '../programs.ts';

/** What names a payment: whose it is, of which type and month. Every payment is one. */
export type PaymentName = {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: string;
  periodId: string;
} & ({ kind: 'partner' } | { kind: 'facility'; facilityId: string } | { kind: 'member'; memberId: string });

const letters = { partner: 'P', facility: 'F', member: 'M' } as const;

/**
 * The id of a payment follows from what it is for, so that the same payment made twice is one payment:
 * `P-1-4-12-202610` is what partner 12 owes for October.
 */
export const paymentIdOf = (name: PaymentName): string =>
  [
    letters[name.kind],
    name.programPaymentTypeId,
    name.paymentTypeId,
    name.partnerId,
    ...(name.kind === 'facility' ? [name.facilityId] : []),
    ...(name.kind === 'member' ? [name.memberId] : []),
    name.periodId,
  ].join('-');
