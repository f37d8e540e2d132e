/** Code of the specification (spec 2 §9) with its display name. */
interface Code {
  id: number;
  name: string;
}

export const toFacility = 5;

/** Reimbursement types; three can be selected for a program (`memberReimbursementTypes`). */
export const reimbursementTypes: readonly Code[] = [
  { id: 0, name: 'None' },
  { id: 4, name: 'Direct to member' },
  { id: toFacility, name: 'To the facility' },
  { id: 6, name: 'To billing' },
  { id: 7, name: 'By check' },
  { id: 8, name: 'By employee paycheck' },
  { id: 9, name: 'Corp Wellness' },
  { id: 10, name: 'No reimbursements' },
];

export const directFromFacility = 1;

/** Billing types of facility fees. The specification names two; the others are kinds of invoice and check. */
export const facilityFeesBillingTypes: readonly Code[] = Array.from({ length: 15 }, (_, id) => ({
  id,
  name:
    id === 0 ? 'None' : id === directFromFacility ? 'Direct from facility' : `Invoice or check (code ${id})`,
}));

export const directFromPartner = 1;
export const installmentTypes: readonly Code[] = [{ id: directFromPartner, name: 'Direct from partner' }];

/** Returns the name of a code, or the code if it is not listed. */
export const codeName = (codes: readonly Code[], id: number): string =>
  codes.find((code) => code.id === id)?.name ?? `Code ${id}`;
