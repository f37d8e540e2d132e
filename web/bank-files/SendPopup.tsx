import { useState } from 'react';
import { useBoundRequest } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Popup } from '../ui/Popup.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import type { BankFileCalls, Sent } from './calls.ts';
import { Confirmation } from './Confirmation.tsx';
import { submitTextOf } from './Approval.tsx';
import { PinPopup } from './PinPopup.tsx';
import { SendingPopup } from './SendingPopup.tsx';

interface SendPopupProps {
  calls: BankFileCalls;
  /** `sent` when a file was started, so that what is shown elsewhere is out of date. */
  onClose: (sent: boolean) => void;
}

/** Check, PIN, progress, result: one step of sending after the other, each of which can be left without loss. */
export function SendPopup({ calls, onClose }: SendPopupProps) {
  const { data, error, reload, retrying } = useBoundRequest(calls.check, { isStill: true });
  const [confirming, setConfirming] = useState(false);
  const [sent, setSent] = useState<Sent>();
  if (sent?.jobId) return <SendingPopup sent={sent} jobId={sent.jobId} onClose={() => onClose(true)} />;
  const checked = retrying ? undefined : data;
  if (confirming && checked?.hash)
    return (
      <PinPopup
        calls={calls}
        checked={checked}
        hash={checked.hash}
        onSent={(answer) => {
          setSent(answer);
          if (answer.jobId !== null) return;
          // it waits for another administrator: the check says so from now on
          setConfirming(false);
          reload();
        }}
        onClose={() => setConfirming(false)}
        onCheckAgain={() => {
          setConfirming(false);
          reload();
        }}
      />
    );
  return (
    <Popup
      open
      size="large"
      title="Send to US Bank"
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          {checked?.isAchUploadAvailable && !checked.approval?.isAskedByCaller && (
            <Button kind="action" icon="bank" onClick={() => setConfirming(true)}>
              {submitTextOf(checked)}
            </Button>
          )}
        </>
      }
    >
      {error && !retrying ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !checked ? (
        <SkeletonLines lines={6} />
      ) : checked.isAchUploadAvailable ? (
        <Confirmation checked={checked} calls={calls} />
      ) : (
        <div className="alert alert-warning" role="alert">
          <Icon name="warning" />
          <div>
            <p className="alert-title">{checked.errorMessage}</p>
            <p>Nothing was sent.</p>
          </div>
        </div>
      )}
    </Popup>
  );
}
