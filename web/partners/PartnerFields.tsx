import { useId } from 'react';
import { useController } from 'react-hook-form';
import { programTypes } from '../../shared/programs.ts';
import { Field } from '../ui/Field.tsx';
import { StateField } from '../ui/StateField.tsx';
import { useFeatureFlags } from '../app/use-feature-flags.ts';

/** Fields of a partner (spec 2 §3); labels and validation come from the contract. */
export const PartnerFields = ({ programs = [] }: { programs?: readonly number[] }) => (
  <>
    <fieldset className="form-section">
      <legend>Organization</legend>
      <div className="form-grid">
        <Field name="partnerNumber" />
        <Field name="name" />
        <Field name="usBankCode" hint="Two letters or digits, assigned by the bank." />
        <Field name="industry" />
        <Field name="website" />
      </div>
    </fieldset>
    <fieldset className="form-section">
      <legend>Address</legend>
      <div className="form-grid">
        <Field name="address1" />
        <Field name="address2" />
        <Field name="city" />
        <StateField name="state" />
        <Field name="zipCode" />
        <Field name="country" readOnly />
      </div>
    </fieldset>
    <fieldset className="form-section">
      <legend>Contact</legend>
      <div className="form-grid">
        <Field name="firstName" />
        <Field name="lastName" />
        <Field name="contactNumber" hint="A US number, for example (208) 555-0142." />
        <Field name="email" />
      </div>
      <Field name="notes" />
      <Field
        name="isTest"
        hint="For trying out integrations. Payments of a test partner never enter a bank file. You can change this until the partner has a program."
      />
    </fieldset>
    <ProgramTypesField usedTypes={programs} />
  </>
);

/**
 * Program types of a partner; existing ones cannot be removed. Hidden if programs are added directly (gmr-add-program,
 * spec 2 §4).
 */
function ProgramTypesField({ usedTypes }: { usedTypes: readonly number[] }) {
  const { field } = useController({ name: 'programTypes' });
  const chosen = (field.value ?? []) as number[];
  const { flags } = useFeatureFlags();
  const id = useId();
  if (flags.gmrAddProgram) return null;
  return (
    <fieldset className="form-section">
      <legend>Programs</legend>
      {programTypes.map((type) => (
        <label className="choice" key={type.id} htmlFor={`${id}-${type.id}`}>
          <input
            id={`${id}-${type.id}`}
            type="checkbox"
            checked={chosen.includes(type.id)}
            disabled={usedTypes.includes(type.id)}
            onBlur={field.onBlur}
            onChange={({ target: { checked } }) =>
              field.onChange(checked ? [...chosen, type.id] : chosen.filter((typeId) => typeId !== type.id))
            }
          />
          <span>{type.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
