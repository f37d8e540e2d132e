import type { ProgramPaymentTypeId } from '../programs.ts';

/** What names a payment: whose it is, of which type and month. Every payment is one. */
export type PaymentName = {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: string;
  periodId: string;
} & ({ kind: 'partner' } | { kind: 'facility'; facilityId: string } | { kind: 'member'; memberId: string });

/**
 * The member whom a payment is of, by the payment's id; null for a partner's or a facility's, and for what is no id of a
 * payment (an account's, in a file of prenotes). Ids of partners have no dash.
 */
export const memberOfPaymentId = (id: string): string | null =>
  /^M-[1-3]-\d+-[^-]+-(.+)-\d{6}(?:-dues)?$/.exec(id)?.[1] ?? null;

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
