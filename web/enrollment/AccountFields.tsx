import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { accountFields } from './steps.ts';

interface AccountFieldsProps {
  account: string;
  lead: string;
  copyFrom?: string;
}

export const AccountFields = ({ account, lead, copyFrom }: AccountFieldsProps) => (
  <>
    <p>{lead}</p>
    {copyFrom && <SameAccount from={copyFrom} to={account} />}
    <div className="form-grid">
      <Field name={`${account}.nameOnAccount`} hint="As on your bank statement." autoComplete="off" />
      <Field
        name={`${account}.routingNumber`}
        hint="The nine digits at the bottom left of a check."
        autoComplete="off"
      />
      <Field name={`${account}.accountNumber`} hint="4 to 17 digits." autoComplete="off" />
      <Field name={`${account}.bankAccountType`} kind="radio" />
      <Field name={`${account}.isMoneyFromAbroad`} />
    </div>
  </>
);

function SameAccount({ from, to }: { from: string; to: string }) {
  const id = useId();
  const { setValue } = useFormContext();
  const sources = useWatch({ name: accountFields(from) }) as unknown[];
  const values = useWatch({ name: accountFields(to) }) as unknown[];
  // ticked only while it is true: a later change of either account unticks it
  const same = values.every(
    (value, index) => value !== '' && value !== undefined && value === sources[index],
  );
  const copy = (checked: boolean) =>
    accountFields(to).forEach((name, index) =>
      setValue(name, checked ? sources[index] : '', { shouldDirty: true, shouldValidate: checked }),
    );
  return (
    <label className="choice" htmlFor={id}>
      <input id={id} type="checkbox" checked={same} onChange={(event) => copy(event.target.checked)} />
      Use the same bank account as submitted for withdrawals.
    </label>
  );
}
