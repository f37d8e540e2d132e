import { useEffect, useState } from 'react';
import type { CheckAnswer } from '../../shared/bank-files/check-summary.ts';
import { memberDues } from '../../shared/payments/payment-status.ts';
import { duesLocked } from '../../shared/payments/payment-calendar.ts';
import { download } from '../app/api.ts';
import { showFailure, useBoundRequest } from '../app/data.ts';
import { notify } from '../app/notices.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import './bank-files.css';
import { type BankFileCalls, type PanelFilter, type PanelFlow, useBankFileCalls } from './calls.ts';
import { ExcludedPayments } from './ExcludedPayments.tsx';
import { SendPopup } from './SendPopup.tsx';

interface BankFilePanelProps {
  flow: PanelFlow;
  filter: PanelFilter;
  onSent?: () => void;
}

export function BankFilePanel({ flow, filter, onSent }: BankFilePanelProps) {
  const calls = useBankFileCalls(flow, filter);
  const { data, error, reload, retrying } = useBoundRequest(calls.availability);
  return (
    <Card title="Send by bank file">
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <Ready
          key={calls.key}
          isWithdrawal={flow === 'partner' || filter.paymentTypeId === memberDues}
          calls={calls}
          state={data}
          onDone={() => {
            reload();
            onSent?.();
          }}
        />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Card>
  );
}

interface ReadyProps {
  isWithdrawal: boolean;
  calls: BankFileCalls;
  state: CheckAnswer;
  onDone: () => void;
}

function Ready({ isWithdrawal, calls, state, onDone }: ReadyProps) {
  const [sending, setSending] = useState(false);
  const [saving, setSaving] = useState(false);
  const available = state.isAchUploadAvailable;
  const isLocked = state.errorMessage === duesLocked;
  useEffect(() => {
    if (isLocked) notify.error(duesLocked);
  }, [isLocked]);
  const save = async () => {
    setSaving(true);
    try {
      await download(calls.file.endpoint, calls.file.request);
    } catch (error) {
      showFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      {available ? (
        <ReadyCount state={state} isWithdrawal={isWithdrawal} />
      ) : (
        <output className="alert alert-info">
          <Icon name="info" />
          <div>{state.errorMessage}</div>
        </output>
      )}
      <ExcludedPayments state={state} showsReasons={!available} />
      <div className="form-actions">
        <Button
          icon="download"
          disabled={!available}
          busy={saving}
          busyLabel="Preparing file…"
          onClick={() => void save()}
        >
          Download For Preview
        </Button>
        <Button kind="action" icon="bank" disabled={!available} onClick={() => setSending(true)}>
          Send To US Bank
        </Button>
      </div>
      {sending && (
        <SendPopup
          calls={calls}
          onClose={(sent) => {
            setSending(false);
            if (sent) onDone();
          }}
        />
      )}
    </>
  );
}

function ReadyCount({ state, isWithdrawal }: { state: CheckAnswer; isWithdrawal: boolean }) {
  const { paymentCount, hasMore, effectiveDate } = state;
  return (
    <p>
      {hasMore && 'More than '}
      <strong className="number">{paymentCount.toLocaleString('en-US')}</strong>{' '}
      {paymentCount === 1 && !hasMore ? 'payment is' : 'payments are'} ready
      {isWithdrawal ? ' to be withdrawn on ' : ' to be deposited on '}
      <DateText date={effectiveDate} />.
      {hasMore && ' Sending starts with a check that counts all payments and exclusions.'}
    </p>
  );
}
