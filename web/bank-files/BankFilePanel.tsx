import { useEffect, useRef, useState } from 'react';
import type { ApprovalRow } from '../../shared/bank-files/approval.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { memberDues } from '../../shared/payments/payment.ts';
import { duesLocked } from '../../shared/payments/payment-calendar.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { useAddress } from '../app/address.ts';
import { useBoundRequest, useEndpoint } from '../app/data.ts';
import { clearNotice, notify } from '../app/notices.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import './bank-files.css';
import { type BankFileCalls, type PanelFilter, type PanelKind, useBankFileCalls } from './calls.ts';
import { Requester } from './Approval.tsx';
import { ExcludedPayments } from './ExcludedPayments.tsx';
import { SendPopup } from './SendPopup.tsx';

interface BankFilePanelProps {
  paymentKind: PanelKind;
  filter: PanelFilter;
  onSent?: () => void;
}

export function BankFilePanel({ paymentKind, filter, onSent }: BankFilePanelProps) {
  const calls = useBankFileCalls(paymentKind, filter);
  const { data, error, reload, retrying } = useBoundRequest(calls.availability);
  const { data: approvals, mutate: reloadApprovals } = useEndpoint(bankFiles.listApprovals, {});
  // the check voids the request for payments that changed
  useEffect(() => {
    if (data) void reloadApprovals();
  }, [data, reloadApprovals]);
  const heading = useRef<HTMLHeadingElement>(null);
  const [sentCount, setSentCount] = useState(0);
  // the button that opened the popup is disabled after sending
  useEffect(() => {
    if (sentCount > 0) heading.current?.focus();
  }, [sentCount]);
  return (
    <Card title="Send by bank file" headingRef={heading}>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <Ready
          key={calls.key}
          isWithdrawal={paymentKind === 'partner' || filter.paymentTypeId === memberDues}
          calls={calls}
          state={data}
          waiting={approvals?.items.find((approval) => isOfPanel(approval, paymentKind, filter))}
          onDone={(sent) => {
            void reloadApprovals();
            if (!sent) return;
            setSentCount((count) => count + 1);
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

/** True if the approval is for the payments of this panel. */
const isOfPanel = ({ filter }: ApprovalRow, paymentKind: PanelKind, panel: PanelFilter): boolean =>
  filter.flow === paymentKind &&
  filter.periodId === panel.periodId &&
  filter.programPaymentTypeId === panel.programPaymentTypeId &&
  filter.partnerId === (panel.partnerId ?? 'all') &&
  (paymentKind === 'facility' || filter.paymentTypeId === panel.paymentTypeId);

interface ReadyProps {
  isWithdrawal: boolean;
  calls: BankFileCalls;
  state: CheckResponse;
  /** The confirmation of a first administrator. */
  waiting: ApprovalRow | undefined;
  onDone: (sent: boolean) => void;
}

function Ready({ isWithdrawal, calls, state, waiting, onDone }: ReadyProps) {
  // the link of an approval opens its confirmation
  const [{ review }, change] = useAddress('review');
  const [sending, setSending] = useState(review === 'open' && state.isAchUploadAvailable);
  const isExclusionReview = review === 'excluded';
  const available = state.isAchUploadAvailable;
  const isLocked = state.errorMessage === duesLocked;
  useEffect(() => {
    if (!isLocked) return undefined;
    const notice = notify.error(duesLocked);
    return () => clearNotice(notice);
  }, [isLocked]);
  return (
    <>
      {available ? (
        <ReadyCount state={state} isWithdrawal={isWithdrawal} />
      ) : (
        // an alert of the page gives the lock
        !isLocked && (
          <output className="alert alert-info">
            <Icon name="info" />
            <div>{state.errorMessage}</div>
          </output>
        )
      )}
      {waiting && <Waiting approval={waiting} />}
      <ExcludedPayments
        state={state}
        showsReasons={!available || isExclusionReview}
        isOpen={isExclusionReview}
      />
      <div className="form-actions">
        <DownloadButton of={available ? calls.file : null} label="Download For Preview" />
        <Button kind="action" icon="bank" disabled={!available} onClick={() => setSending(true)}>
          Send To US Bank
        </Button>
      </div>
      {sending && (
        <SendPopup
          calls={calls}
          onClose={(sent) => {
            setSending(false);
            change({ review: undefined });
            onDone(sent);
          }}
        />
      )}
    </>
  );
}

const Waiting = ({ approval }: { approval: ApprovalRow }) => (
  <output className="alert alert-info">
    <Icon name="clock" />
    <div>
      <Requester approval={approval} />
    </div>
  </output>
);

function ReadyCount({ state, isWithdrawal }: { state: CheckResponse; isWithdrawal: boolean }) {
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
