import { centsFromDollars } from '../../shared/money.ts';
import { feesForm, feesFormChecked } from '../../shared/payments/generation-form.ts';
import type * as z from 'zod';
import { useFormContext, useWatch } from 'react-hook-form';
import { Form } from '../app/form.tsx';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

export type Fees = z.input<typeof feesForm>;

interface FeesProps {
  partnerName: string;
  onSubmit: (fees: Fees) => Promise<unknown>;
  onClose: () => void;
}

/** The dialog for fees that are added to partner payments (spec 3 §5). */
export function FeesPopup({ partnerName, onSubmit, onClose }: FeesProps) {
  const { flags } = useFeatureFlags();
  return (
    <Popup open title="Generate with fees" onClose={onClose}>
      <p className="popup-lead">
        Please specify fees that need to be added to {partnerName} - GM Partner Payments.
      </p>
      <Form
        schema={feesFormChecked}
        initial={{ startupFee: '0.00', renewalFee: '0.00', facilityAccessFee: '0.00', oneTimeFee: '0.00' }}
        submitLabel="Generate with fees"
        busyLabel="Generating…"
        guard={false}
        onSubmit={onSubmit}
      >
        {!flags.gmrAddProgram && <Field name="startupFee" />}
        <Field name="renewalFee" />
        <Field name="facilityAccessFee" />
        <Field name="oneTimeFee" />
        <Reason />
      </Form>
    </Popup>
  );
}

/** Enabled only if there is a one-time fee. */
function Reason() {
  const { control } = useFormContext();
  const fee: unknown = useWatch({ control, name: 'oneTimeFee' });
  const isAsked = typeof fee === 'string' && (centsFromDollars(fee) ?? 0) > 0;
  return <Field name="oneTimeFeeReason" disabled={!isAsked} required={isAsked} />;
}
