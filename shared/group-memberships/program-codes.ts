/** Code of the specification (spec 2 §9) with its display name. */
interface Code {
  id: number;
  name: string;
}

/** Reimbursement types; three can be selected for a program (`memberReimbursementTypes`). */
export const reimbursementTypes: readonly Code[] = [
  { id: 0, name: 'None' },
  { id: 4, name: 'Direct to member' },
  { id: 5, name: 'To the facility' },
  { id: 6, name: 'To billing' },
  { id: 7, name: 'By check' },
  { id: 8, name: 'By employee paycheck' },
  { id: 9, name: 'Corp Wellness' },
  { id: 10, name: 'No reimbursements' },
];

/** Billing types of facility fees. The specification names two; the others are kinds of invoice and check. */
export const facilityFeesBillingTypes: readonly Code[] = Array.from({ length: 15 }, (_, id) => ({
  id,
  name: id === 0 ? 'None' : id === 1 ? 'Direct from facility' : `Invoice or check (code ${id})`,
}));

export const installmentTypes: readonly Code[] = [{ id: 1, name: 'Direct from partner' }];

/** Returns the name of a code, or the code if it is not listed. */
export const codeName = (codes: readonly Code[], id: number): string =>
  codes.find((code) => code.id === id)?.name ?? `Code ${id}`;
