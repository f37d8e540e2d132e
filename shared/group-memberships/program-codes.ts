/** A code of the specification (spec 2 §9) with the name that screens show. */
interface Code {
  id: number;
  name: string;
}

/** How a reimbursement goes out; three may be chosen for a program (`memberReimbursementTypes`). */
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

/** How a facility's fees are billed. The specification names two; the others are kinds of invoice and check. */
export const facilityFeesBillingTypes: readonly Code[] = Array.from({ length: 15 }, (_, id) => ({
  id,
  name: id === 0 ? 'None' : id === 1 ? 'Direct from facility' : `Invoice or check (code ${id})`,
}));

export const installmentTypes: readonly Code[] = [{ id: 1, name: 'Direct from partner' }];

/** The name of a code; one that is in no list is shown as it is. */
export const codeName = (codes: readonly Code[], id: number): string =>
  codes.find((code) => code.id === id)?.name ?? `Code ${id}`;
