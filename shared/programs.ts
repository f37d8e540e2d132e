import * as z from 'zod';

export const partnerPaid = 1;
export const memberPaid = 2;
export const sharedCost = 3;

/** Who pays in a program (spec 1 §3, spec 3 §4). */
export const programPaymentTypes = [
  { id: partnerPaid, code: 'partnerPaid', short: 'GM', name: 'Partner paid' },
  { id: memberPaid, code: 'memberPaid', short: 'GMR', name: 'Member paid' },
  { id: sharedCost, code: 'partnerMemberPaid', short: 'GMSP', name: 'Partner and member paid' },
] as const;

export const programPaymentTypeId = z.literal([partnerPaid, memberPaid, sharedCost]);
export type ProgramPaymentTypeId = z.output<typeof programPaymentTypeId>;

interface OfProgramType {
  programPaymentTypeId: ProgramPaymentTypeId;
}

/** Returns true if the partner pays everything and members owe no dues. */
export const isPartnerPaid = ({ programPaymentTypeId: id }: OfProgramType): boolean => id === partnerPaid;

/** Returns true if members pay their dues and may be reimbursed. */
export const isMemberPaid = ({ programPaymentTypeId: id }: OfProgramType): boolean => id === memberPaid;

/** Returns true if partner and member share the cost. */
export const isSharedCost = ({ programPaymentTypeId: id }: OfProgramType): boolean => id === sharedCost;

export const programPaymentTypeName = (id: ProgramPaymentTypeId): string =>
  programPaymentTypes.find((type) => type.id === id)?.name ?? '';

export const groupMembershipsProgram = 1;
/** Group memberships is the only program type so far (spec 1 §3). */
export const programTypes = [{ id: groupMembershipsProgram, name: 'Group memberships' }] as const;

/** Debits (3) and credits (2) of an account (spec 1 §3). */
export const operationTypes = { credit: 2, debit: 3 } as const;

/** A program payment type in a path, query, or form. */
export const programPaymentTypeIdText = z.codec(
  z.union([z.enum(['1', '2', '3']), z.literal([1, 2, 3])]),
  programPaymentTypeId,
  { decode: (sent) => Number(sent) as ProgramPaymentTypeId, encode: (id) => id },
);
