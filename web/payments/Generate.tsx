import { useState } from 'react';
import type * as z from 'zod';
import { useFormContext, useWatch } from 'react-hook-form';
import type { GenerationPreview } from '../../shared/payments/preview.ts';
import { centsFromDollars } from '../../shared/money.ts';
import { feesForm, feesFormChecked } from '../../shared/payments/generation-form.ts';
import { showFailure } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Form } from '../app/form.tsx';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { DifferencePopup } from './DifferencePopup.tsx';
import type { PaymentFilterState } from './payment-filter.ts';

export interface GenerationCalls {
  exists: () => Promise<boolean>;
  preview: (fees: Fees) => Promise<GenerationPreview>;
  generate: (fees: Fees) => Promise<{ jobId: string }>;
}

interface GenerateProps {
  name: string;
  state: PaymentFilterState;
  calls: GenerationCalls;
  withFees?: boolean;
  asksForOpenMonth?: boolean;
  onBegun: (jobId: string) => void;
}

interface Waiting {
  fees: Fees;
  preview: GenerationPreview;
}

function useGeneration({ state, calls, asksForOpenMonth = false, onBegun }: GenerateProps) {
  const [busy, setBusy] = useState(false);
  const [asksFees, setAsksFees] = useState(false);
  const [waiting, setWaiting] = useState<Waiting>();
  const confirm = useConfirm();
  const mayGenerateOpenMonth = async (closing: string) =>
    !asksForOpenMonth ||
    confirm({
      title: 'Generate payments of an open month',
      text: `${closing} Members who are activated before then are not in these payments.`,
      action: 'Generate',
    });

  const generate = async (fees: Fees) => {
    const { jobId } = await calls.generate(fees);
    setAsksFees(false);
    setWaiting(undefined);
    onBegun(jobId);
  };
  const begin = async (fees: Fees) => {
    if (state.isOpenMonth && state.closing && !(await mayGenerateOpenMonth(state.closing))) return undefined;
    if (!(await calls.exists())) return generate(fees);
    setWaiting({ fees, preview: await calls.preview(fees) });
    setAsksFees(false);
    return undefined;
  };
  const runAction = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().catch(showFailure);
    setBusy(false);
  };
  return {
    busy,
    asksFees,
    setAsksFees,
    waiting,
    begin,
    onGenerate: () => void runAction(() => begin({})),
    onConfirm: ({ fees }: Waiting) => void runAction(() => generate(fees)),
    onClose: () => setWaiting(undefined),
  };
}

/** Generates payments. If some exist, previews the changes and requires confirmation (spec 3 §4). */
export function Generate(props: GenerateProps) {
  const { name, state, withFees = false } = props;
  const { busy, asksFees, setAsksFees, waiting, begin, onGenerate, onConfirm, onClose } =
    useGeneration(props);
  return (
    <>
      {withFees && (
        <Button disabled={!state.filter || busy} onClick={() => setAsksFees(true)}>
          Generate with fees
        </Button>
      )}
      <Button kind="primary" disabled={!state.filter} busy={busy} busyLabel="Looking…" onClick={onGenerate}>
        Generate
      </Button>
      {asksFees && (
        <FeesPopup partnerName={state.partnerName} onSubmit={begin} onClose={() => setAsksFees(false)} />
      )}
      {waiting && (
        <DifferencePopup
          warning={`${name} have already been generated. Are you sure you want to re-generate them?`}
          preview={waiting.preview}
          onClose={onClose}
          onConfirm={() => onConfirm(waiting)}
        />
      )}
    </>
  );
}

type Fees = z.input<typeof feesForm>;

interface FeesProps {
  partnerName: string;
  onSubmit: (fees: Fees) => Promise<unknown>;
  onClose: () => void;
}

/** The dialog for fees that are added to partner payments (spec 3 §5). */
function FeesPopup({ partnerName, onSubmit, onClose }: FeesProps) {
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

function Reason() {
  const { control } = useFormContext();
  const fee: unknown = useWatch({ control, name: 'oneTimeFee' });
  const isRequired = typeof fee === 'string' && (centsFromDollars(fee) ?? 0) > 0;
  return <Field name="oneTimeFeeReason" disabled={!isRequired} required={isRequired} />;
}
