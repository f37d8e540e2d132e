import type { GenerationPreview, PreviewRow } from '../../shared/payments/preview.ts';
import { MemberName } from '../app/MemberName.tsx';
import { Button } from '../ui/Button.tsx';
import { FormAlert, type Failure } from '../ui/FormAlert.tsx';
import { Popup } from '../ui/Popup.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { useState } from 'react';
import type * as z from 'zod';
import { useFormContext, useWatch } from 'react-hook-form';
import { centsFromDollars } from '../../shared/money.ts';
import { feesForm, feesFormChecked } from '../../shared/payments/generation-form.ts';
import { showFailure } from '../app/data.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { readFailure } from '../app/form-errors.ts';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import type { PaymentFilterState } from './payment-filter.ts';

const words = {
  added: { color: 'green', label: 'Added', icon: 'plus' },
  changed: { color: 'orange', label: 'Changed', icon: 'edit' },
  removed: { color: 'beet', label: 'Removed', icon: 'trash' },
} as const;

const columns: readonly Column<PreviewRow>[] = [
  {
    key: 'who',
    title: 'Payment',
    wrap: true,
    render: ({ partnerName, facilityName, memberId, memberFullName }) =>
      memberFullName === null ? (
        [partnerName, facilityName].filter(Boolean).join(', ')
      ) : (
        <>
          {partnerName}, <MemberName memberId={memberId} name={memberFullName} />
        </>
      ),
  },
  {
    key: 'what',
    title: 'Change',
    wrap: true,
    render: ({ what, droppedCorrection }) => (
      <>
        <StatusBadge {...words[what]} />
        {droppedCorrection && <span className="quiet"> Its correction will be removed.</span>}
      </>
    ),
  },
  { key: 'before', title: 'Before', kind: 'money' },
  { key: 'after', title: 'After', kind: 'money' },
];

interface DifferenceProps {
  warning: string;
  preview: GenerationPreview;
  busy: boolean;
  failure: Failure | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

const count = (number: number) => number.toLocaleString('en-US');

/** Previews what a new generation would add, change, and remove. */
function DifferencePopup({ warning, preview, busy, failure, onConfirm, onClose }: DifferenceProps) {
  const { added, changed, removed, kept, complete, rows } = preview;
  const nothing = complete && added + changed + removed === 0;
  return (
    <Popup
      open
      size="large"
      title="Generate again"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} busyLabel="Starting…" onClick={onConfirm}>
            Re-generate
          </Button>
        </>
      }
    >
      <p>{warning}</p>
      <p>
        {nothing
          ? `Nothing would change: ${kept === 1 ? 'the payment is unchanged' : `all ${count(kept)} payments are unchanged`}.`
          : `${count(added)} added, ${count(changed)} changed, ${count(removed)} removed; ${count(kept)} unchanged. `}
        {!nothing && 'Payments that were sent or are in a bank file never change.'}
      </p>
      {!complete && <p className="quiet">Too many payments to preview.</p>}
      {rows.length > 0 && (
        <Table
          caption={
            rows.length < added + changed + removed ? `The first ${rows.length} differences` : 'Differences'
          }
          compact
          height="320px"
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.what} ${row.partnerName} ${row.facilityName} ${row.memberFullName}`}
        />
      )}
      <FormAlert failure={failure} safe="Nothing was generated." />
    </Popup>
  );
}

export interface GenerationCalls {
  exists: () => Promise<{ doPaymentsExist: boolean }>;
  preview: (fees: Fees) => Promise<GenerationPreview>;
  generate: (fees: Fees) => Promise<{ jobId: string }>;
}

interface GenerateProps {
  name: string;
  state: PaymentFilterState;
  calls: GenerationCalls;
  withFees?: boolean | undefined;
  onBegun: (jobId: string) => void;
}

interface Waiting {
  fees: Fees;
  preview: GenerationPreview;
}

function useGeneration({ state, calls, onBegun }: GenerateProps) {
  const [busy, setBusy] = useState(false);
  const [asksFees, setAsksFees] = useState(false);
  const [waiting, setWaiting] = useState<Waiting>();
  const [failure, setFailure] = useState<Failure>();
  const confirm = useConfirm();
  const mayGenerateOpenMonth = (closing: string) =>
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
    if (!(await calls.exists()).doPaymentsExist) return generate(fees);
    setWaiting({ fees, preview: await calls.preview(fees) });
    setAsksFees(false);
    return undefined;
  };
  const runAction = async (work: () => Promise<unknown>, onFailure = showFailure) => {
    setBusy(true);
    setFailure(undefined);
    await work().catch(onFailure);
    setBusy(false);
  };
  // the message bar is inert below the open dialog
  const failInDialog = (error: unknown) => setFailure(readFailure(error).failure);
  return {
    busy,
    asksFees,
    setAsksFees,
    waiting,
    begin,
    onGenerate: () => void runAction(() => begin({})),
    onConfirm: ({ fees }: Waiting) => void runAction(() => generate(fees), failInDialog),
    failure,
    onClose: () => setWaiting(undefined),
  };
}

/** Generates payments. If some exist, previews the changes and requires confirmation (spec 3 §4). */
export function Generate(props: GenerateProps) {
  const { name, state, withFees = false } = props;
  const { busy, failure, asksFees, setAsksFees, waiting, begin, onGenerate, onConfirm, onClose } =
    useGeneration(props);
  if (state.locked) return null;
  return (
    <>
      {withFees && (
        <Button disabled={!state.filter || busy} onClick={() => setAsksFees(true)}>
          Generate with fees
        </Button>
      )}
      <Button
        kind="primary"
        disabled={!state.filter || state.locked === null}
        busy={busy}
        busyLabel="Looking…"
        onClick={onGenerate}
      >
        Generate
      </Button>
      {asksFees && (
        <FeesPopup partnerName={state.partnerName} onSubmit={begin} onClose={() => setAsksFees(false)} />
      )}
      {waiting && (
        <DifferencePopup
          warning={`${name} have already been generated. Are you sure you want to re-generate them?`}
          preview={waiting.preview}
          busy={busy}
          failure={failure}
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
