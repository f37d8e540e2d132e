import { useState } from 'react';
import type { GenerationPreview } from '../../shared/payments/preview.ts';
import { programPaymentTypes } from '../../shared/programs.ts';
import { showFailure } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { DifferencePopup } from './DifferencePopup.tsx';
import { FeesPopup, type Fees } from './FeesPopup.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import type { PaymentFilterState } from './payment-filter.ts';

/** Requests of one kind of generation, bound to the filter. */
export interface GenerationCalls {
  exists: () => Promise<boolean>;
  preview: (fees: Fees) => Promise<GenerationPreview>;
  generate: (fees: Fees) => Promise<{ jobId: string }>;
}

interface GenerateProps {
  /** "Partner Payments" or "Facility Payments", for the warning. */
  name: string;
  state: PaymentFilterState;
  calls: GenerationCalls;
  withFees?: boolean;
  /** These payments depend on usage, so generating them for an open month requires confirmation. */
  asksForOpenMonth?: boolean;
  onBegun: (jobId: string) => void;
}

interface Waiting {
  fees: Fees;
  preview: GenerationPreview;
}

/** The generation flow: fees, confirmation, and job. */
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
  const press = async (work: () => Promise<unknown>) => {
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
    onGenerate: () => void press(() => begin({})),
    onConfirm: ({ fees }: Waiting) => void press(() => generate(fees)),
    onClose: () => setWaiting(undefined),
  };
}

/** Generates payments. If some exist, previews the changes and requires confirmation (spec 3 §4). */
export function Generate(props: GenerateProps) {
  const { name, state, withFees = false } = props;
  const { busy, asksFees, setAsksFees, waiting, begin, onGenerate, onConfirm, onClose } =
    useGeneration(props);
  const short = programPaymentTypes.find(({ id }) => id === state.programPaymentTypeId)?.short ?? '';
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
        <FeesPopup
          partnerName={`${state.partnerName} - ${short}`}
          onSubmit={begin}
          onClose={() => setAsksFees(false)}
        />
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
