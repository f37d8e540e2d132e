import { Field } from '../ui/Field.tsx';
import { StateField } from '../ui/StateField.tsx';
import { ProgramTypesField } from './ProgramTypesField.tsx';

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
    </fieldset>
    <ProgramTypesField taken={programs} />
  </>
);
