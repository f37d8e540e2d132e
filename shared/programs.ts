import * as z from 'zod';

/** Who pays in a program (spec 1 §3, spec 3 §4). */
export const programPaymentTypes = [
  { id: 1, code: 'partnerPaid', short: 'GM', name: 'Partner paid' },
  { id: 2, code: 'memberPaid', short: 'GMR', name: 'Member paid' },
  { id: 3, code: 'partnerMemberPaid', short: 'GMSP', name: 'Partner and member paid' },
] as const;

export const programPaymentTypeId = z.literal([1, 2, 3]);
export type ProgramPaymentTypeId = z.output<typeof programPaymentTypeId>;

interface OfProgramType {
  programPaymentTypeId: ProgramPaymentTypeId;
}

/** Returns true if the partner pays everything and members owe no dues. */
export const isPartnerPaid = ({ programPaymentTypeId: id }: OfProgramType): boolean => id === 1;

/** Returns true if members pay their dues and may be reimbursed. */
export const isMemberPaid = ({ programPaymentTypeId: id }: OfProgramType): boolean => id === 2;

/** Returns true if partner and member share the cost. */
export const isSharedCost = ({ programPaymentTypeId: id }: OfProgramType): boolean => id === 3;

export const programPaymentTypeName = (id: ProgramPaymentTypeId): string =>
  programPaymentTypes.find((type) => type.id === id)?.name ?? '';

/** Group memberships is the only program type so far (spec 1 §3). */
export const programTypes = [{ id: 1, name: 'Group memberships' }] as const;
export const groupMembershipsProgram = 1;

/** Debits (3) and credits (2) of an account (spec 1 §3). */
export const operationTypes = { credit: 2, debit: 3 } as const;

/** A program payment type in a path, query, or form. */
export const programPaymentTypeIdText = z.codec(
  z.union([z.enum(['1', '2', '3']), z.literal([1, 2, 3])]),
  programPaymentTypeId,
  { decode: (sent) => Number(sent) as ProgramPaymentTypeId, encode: (id) => id },
);
