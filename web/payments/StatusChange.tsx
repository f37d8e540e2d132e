import { useState } from 'react';
import type { ClientRequest } from '../../shared/endpoint.ts';
import { periodName } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { decisions, reasonForm, type Decision } from '../../shared/payments/status-form.ts';
import { loadOnce, showFailure, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import type { PaymentFilterState } from './payment-filter.ts';

export interface ChosenRow {
  id: string;
  version: number;
  amountToBeSent: number;
}

interface StatusChangeProps {
  state: PaymentFilterState;
  chosen: readonly ChosenRow[];
  onDone: () => void;
  onJob: (jobId: string) => void;
}

interface Asking {
  decision: Decision;
  count: number;
  amount: number;
  isAll: boolean;
}

const counted = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'payment' : 'payments'}`;

const consequence: Record<Decision, string> = {
  cancel: 'Canceled payments are not sent. Another administrator must approve paying one again.',
  markSentExternally: 'These payments count as paid outside of the portal and are never in a bank file.',
};

async function countAll(query: ClientRequest<typeof payments.countMatching>['query']) {
  const sum = { count: 0, amount: 0 };
  let cursor: string | undefined;
  do {
    const part = await loadOnce(payments.countMatching, { query: { ...query, cursor } });
    sum.count += part.count;
    sum.amount += part.amount;
    cursor = part.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return sum;
}

const countOf = (chosen: readonly ChosenRow[]) => ({
  count: chosen.length,
  amount: chosen.reduce((sum, row) => sum + row.amountToBeSent, 0),
});

export function StatusChange({ state, chosen, onDone, onJob }: StatusChangeProps) {
  const [isAll, setIsAll] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const [busy, setBusy] = useState(false);
  const change = useAction(payments.changeStatus);
  const changeAll = useAction(payments.changeMatching);
  const { filter, rowFilter } = state;
  if (isAll && chosen.length === 0 && !asking) setIsAll(false);
  if (!filter || (chosen.length === 0 && !asking)) return null;
  const matching = { kind: state.flow, ...filter, ...rowFilter };
  const month = periodName(filter.periodId);
  const begin = async (decision: Decision) => {
    setBusy(true);
    try {
      const counting = isAll ? await countAll({ ...matching, decision }) : countOf(chosen);
      setAsking({ decision, isAll, ...counting });
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = async ({ decision, count }: Asking, reason: string) => {
    if (isAll) {
      const { jobId } = await changeAll.run({
        body: { ...matching, decision, reason, expectedCount: count },
      });
      onJob(jobId);
    } else
      await change.run({
        body: { decision, reason, payments: chosen.map(({ id, version }) => ({ paymentId: id, version })) },
      });
    setAsking(undefined);
    setIsAll(false);
    onDone();
  };
  return (
    <>
      <div className="payment-chosen">
        <span>{isAll ? `All payments of ${month} that match` : `${counted(chosen.length)} marked`}</span>
        <Button small kind="quiet" onClick={() => setIsAll(!isAll)}>
          {isAll ? 'Only selected payments' : 'Select all matching payments'}
        </Button>
        {(['cancel', 'markSentExternally'] as const).map((decision) => (
          <Button key={decision} small disabled={busy} onClick={() => void begin(decision)}>
            {decisions[decision].action}
          </Button>
        ))}
      </div>
      {asking && (
        <ReasonPopup
          asking={asking}
          onClose={() => setAsking(undefined)}
          onSubmit={(reason) => submit(asking, reason)}
        />
      )}
    </>
  );
}

interface ReasonPopupProps {
  asking: Asking;
  onClose: () => void;
  onSubmit: (reason: string) => Promise<void>;
}

const ReasonPopup = ({ asking: { decision, count, amount }, onClose, onSubmit }: ReasonPopupProps) => (
  <Popup open title={decisions[decision].action} onClose={onClose}>
    <p className="popup-lead">
      {count === 0
        ? 'None of these payments is Pending or returned, so nothing would change.'
        : `${counted(count)}, ${showMoney(amount)} in total. ${consequence[decision]}`}
    </p>
    {count > 0 && (
      <Form
        schema={reasonForm}
        submitLabel={`${decision === 'cancel' ? 'Cancel' : 'Mark'} ${counted(count)}`}
        busyLabel="Saving…"
        guard={false}
        onSubmit={({ reason }) => onSubmit(reason)}
      >
        <Field name="reason" />
      </Form>
    )}
  </Popup>
);
