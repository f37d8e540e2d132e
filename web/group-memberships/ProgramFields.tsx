import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { fieldsAskedFor, noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { programPaymentTypes } from '../../shared/programs.ts';
import { useFeatureFlags } from '../settings/use-feature-flags.ts';
import { Field } from '../ui/Field.tsx';
import { typeOf } from './program-form.ts';

const useType = () => typeOf(useWatch({ name: 'programPaymentTypeId' }));

/** Calls `then` when the value changes, not for the value the form begins with. */
function useChange(value: unknown, then: () => void) {
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    then();
  });
}

const allTypes = programPaymentTypes.map(({ id, name }) => ({ value: id, label: name }));

export function ProgramBasics({ existing = false }: { existing?: boolean }) {
  const { flags } = useFeatureFlags();
  // programs that members pay for come with gmr-add-program; what exists is shown as it is
  const offered = existing || flags.gmrAddProgram ? allTypes : allTypes.filter(({ value }) => value === 1);
  return (
    <div className="form-grid">
      <Field
        name="programPaymentTypeId"
        options={offered}
        disabled={existing}
        hint={existing ? 'Set when the program was created.' : 'Cannot be changed later.'}
      />
      <Field name="numberOfMemberships" hint="How many people can take part." />
      <Field name="launchDate" hint="Between today and six months ahead." />
    </div>
  );
}

/** What the partner pays; only activated members are paid for one by one, so there is no fee then (spec 2 §4). */
export function ProgramFees() {
  const { setValue } = useFormContext();
  const type = useType();
  const activatedOnly = useWatch({ name: 'paymentForActivatedMembersOnly' }) === true;
  const partnerPays = type !== undefined && fieldsAskedFor(type).includes('monthlyInstallment');
  useChange(activatedOnly, () => {
    if (activatedOnly) setValue('monthlyInstallment', '', { shouldDirty: true });
  });
  return (
    <>
      <div className="form-grid">
        {partnerPays && !activatedOnly && (
          <Field name="monthlyInstallment" required hint="Every month, for the whole program." />
        )}
        <Field name="adminFee" hint="Every month." />
        <Field name="duesForOneMemberPerMonthPaidToFacility" />
      </div>
      {partnerPays && <Field name="paymentForActivatedMembersOnly" />}
    </>
  );
}

/** What a member pays and gets back. */
export function ProgramDues() {
  const { setValue } = useFormContext();
  const type = useType();
  const reimbursement: unknown = useWatch({ name: 'memberReimbursementTypeId' });
  const none = Number(reimbursement) === noReimbursements;
  useChange(reimbursement, () => {
    setValue('memberReimbursementAmount', none ? '0.00' : '', { shouldDirty: true });
    setValue('numberOfVisitsToReimburse', none ? '0' : '', { shouldDirty: true });
  });
  const paysBack = reimbursement !== undefined && reimbursement !== '' && !none;
  return (
    <div className="form-grid">
      <Field name="memberDuesAmount" required hint="What a member pays every month." />
      <Field name="memberReimbursementTypeId" required={type === 2} />
      <Field name="memberReimbursementAmount" required={paysBack} readOnly={none} />
      <Field
        name="numberOfVisitsToReimburse"
        required={paysBack}
        readOnly={none}
        hint="Visits in a month that earn the reimbursement, 0 to 31."
      />
    </div>
  );
}

/** True once the form's payment type is one whose members pay. */
export function useMembersPay(): boolean {
  const type = useType();
  return type !== undefined && fieldsAskedFor(type).includes('memberDuesAmount');
}
