import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { requiredFields, noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { isMemberPaid, isPartnerPaid, programPaymentTypes } from '../../shared/programs.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Field } from '../ui/Field.tsx';
import { typeOf } from './program-form.ts';

const useType = () => typeOf(useWatch({ name: 'programPaymentTypeId' }));

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
  // programs that members pay for require gmr-add-program; existing ones are always shown
  const offered =
    existing || flags.gmrAddProgram
      ? allTypes
      : allTypes.filter(({ value }) => isPartnerPaid({ programPaymentTypeId: value }));
  return (
    <>
      <div className="form-grid">
        <Field
          name="programPaymentTypeId"
          options={offered}
          disabled={existing}
          hint={existing ? 'Set when the program was created.' : 'Cannot be changed later.'}
        />
        <Field name="numberOfMemberships" hint="Maximum number of members." />
        <Field
          name="launchDate"
          hint={
            existing
              ? 'You see the payments that change before you save.'
              : 'Between today and six months ahead.'
          }
        />
      </div>
      <Field
        name="showsVisitDays"
        hint="Without it, the partner sees only numbers of visits. Applies to members who signed an agreement that states it."
      />
      <div className="form-columns">
        <Field name="pausesPerYear" hint="0 turns pauses off." />
        <Field name="longestPauseMonths" />
      </div>
    </>
  );
}

/** Fees of the partner; there is no fee if it pays per activated member (spec 2 §4). */
export function ProgramFees() {
  const { setValue } = useFormContext();
  const type = useType();
  const activatedOnly = useWatch({ name: 'paymentForActivatedMembersOnly' }) === true;
  const partnerPays = type !== undefined && requiredFields(type).includes('monthlyInstallment');
  useChange(activatedOnly, () => {
    if (activatedOnly) setValue('monthlyInstallment', '', { shouldDirty: true });
  });
  return (
    <>
      <div className="form-grid">
        {partnerPays && !activatedOnly && (
          <Field name="monthlyInstallment" required hint="Per month, for the whole program." />
        )}
        <Field name="adminFee" hint="Per month." />
        <Field name="duesForOneMemberPerMonthPaidToFacility" />
      </div>
      {partnerPays && <Field name="paymentForActivatedMembersOnly" />}
    </>
  );
}

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
      <Field name="memberDuesAmount" required hint="Member’s monthly payment." />
      <Field
        name="memberReimbursementTypeId"
        required={type !== undefined && isMemberPaid({ programPaymentTypeId: type })}
      />
      <Field name="memberReimbursementAmount" required={paysBack} readOnly={none} />
      <Field
        name="numberOfVisitsToReimburse"
        required={paysBack}
        readOnly={none}
        hint="Visits per month that earn the reimbursement, 0 to 31."
      />
    </div>
  );
}

export function useMembersPay(): boolean {
  const type = useType();
  return type !== undefined && requiredFields(type).includes('memberDuesAmount');
}
