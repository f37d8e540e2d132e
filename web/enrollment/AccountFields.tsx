import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { accountFields } from './steps.ts';

interface AccountFieldsProps {
  account: string;
  lead: string;
  /** Another account of the form that may be used here too. */
  copyFrom?: string;
}

/** A bank account inside the contract. */
export function AccountFields({ account, lead, copyFrom }: AccountFieldsProps) {
  return (
    <>
      <p>{lead}</p>
      {copyFrom && <SameAccount from={copyFrom} to={account} />}
      <div className="form-grid">
        <Field
          name={`${account}.routingNumber`}
          hint="Nine digits, at the foot of a check on the left."
          autoComplete="off"
        />
        <Field name={`${account}.accountNumber`} hint="4 to 17 digits." autoComplete="off" />
        <Field name={`${account}.bankAccountType`} kind="radio" />
      </div>
    </>
  );
}

function SameAccount({ from, to }: { from: string; to: string }) {
  const id = useId();
  const { getValues, setValue } = useFormContext();
  const [same, setSame] = useState(false);
  const copy = (checked: boolean) => {
    setSame(checked);
    if (!checked) return;
    const sources = accountFields(from);
    accountFields(to).forEach((name, index) =>
      setValue(name, getValues(sources[index] ?? '') as unknown, { shouldDirty: true, shouldValidate: true }),
    );
  };
  return (
    <label className="choice" htmlFor={id}>
      <input id={id} type="checkbox" checked={same} onChange={(event) => copy(event.target.checked)} />
      Use the same bank account as submitted for withdrawals.
    </label>
  );
}
