import type { ProgramPaymentTypeId } from '../programs.ts';

/** The parts of a payment ID: payee, payment type, and month. */
export type PaymentName = {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: string;
  periodId: string;
} & ({ kind: 'partner' } | { kind: 'facility'; facilityId: string } | { kind: 'member'; memberId: string });

/**
 * Returns the member of a payment ID; null for partner and facility payments and for values that are not payment IDs
 * (accounts in a prenote file). Partner IDs contain no dash.
 */
export const memberOfPaymentId = (id: string): string | null =>
  /^M-[1-3]-\d+-[^-]+-(.+)-\d{6}(?:-dues|-late)?$/.exec(id)?.[1] ?? null;

const letters = { partner: 'P', facility: 'F', member: 'M' } as const;

/**
 * Returns a deterministic ID so that creating the same payment twice results in one payment: `P-1-4-12-202610` is what
 * partner 12 owes for October.
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
