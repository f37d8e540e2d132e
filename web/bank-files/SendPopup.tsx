import { useState } from 'react';
import type { Job } from '../../shared/jobs/job.ts';
import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Popup } from '../ui/Popup.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { useBoundRequest, useJob } from '../app/data.ts';
import type { BankFileCalls, Sent } from './calls.ts';
import { Confirmation } from './Confirmation.tsx';
import { submitTextOf } from './Approval.tsx';
import { PinPopup } from './PinPopup.tsx';
import { SendingPopup } from './SendingPopup.tsx';

interface SendPopupProps {
  calls: BankFileCalls;
  /** `sent` is true if a file was started, so that the caller refetches its data. */
  onClose: (sent: boolean) => void;
}

export function SendPopup({ calls, onClose }: SendPopupProps) {
  const { checked, job, error, isChecking, checkAgain } = useCheck(calls);
  const [confirming, setConfirming] = useState(false);
  const [sent, setSent] = useState<Sent>();
  if (sent?.jobId) return <SendingPopup sent={sent} jobId={sent.jobId} onClose={() => onClose(true)} />;
  if (confirming && checked?.runHash)
    return (
      <PinPopup
        calls={calls}
        checked={checked}
        runHash={checked.runHash}
        onSent={(response) => {
          setSent(response);
          if (response.jobId !== null) return;
          // awaits another administrator; the new check returns the approval
          setConfirming(false);
          checkAgain();
        }}
        onClose={() => setConfirming(false)}
        onCheckAgain={() => {
          setConfirming(false);
          checkAgain();
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
          {checked?.isAchUploadAvailable && !checked.approval?.isRequestedByCaller && (
            <Button kind="action" icon="bank" onClick={() => setConfirming(true)}>
              {submitTextOf(checked)}
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <FailedState error={error} onRetry={checkAgain} retrying={isChecking} />
      ) : !checked ? (
        <Checking job={job} />
      ) : checked.isAchUploadAvailable ? (
        <Confirmation checked={checked} calls={calls} isLarge={job !== undefined} />
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

const Checking = ({ job }: { job: Job | undefined }) =>
  job ? (
    <ProgressBar label="Checking" done={job.done} total={job.total} text={job.message} />
  ) : (
    <SkeletonLines lines={6} />
  );

interface Check {
  /** The result; undefined while the check is running. */
  checked: CheckResponse | undefined;
  job: Job | undefined;
  error: unknown;
  isChecking: boolean;
  checkAgain: () => void;
}

function useCheck(calls: BankFileCalls): Check {
  const call = useBoundRequest(calls.check, { revalidate: false });
  const jobId = call.retrying ? null : (call.data?.jobId ?? null);
  const { job, error: jobError } = useJob(jobId);
  const isOver = job !== undefined && job.status !== 'running';
  const result = useBoundRequest(jobId !== null && isOver ? calls.checkOf(jobId) : null, {
    revalidate: false,
  });
  const response = jobId === null ? call : result;
  return {
    checked: response.retrying ? undefined : response.data,
    job: jobId === null ? undefined : job,
    error: response.retrying ? undefined : (response.error ?? (jobId === null ? undefined : jobError)),
    isChecking: response.retrying,
    checkAgain: call.reload,
  };
}
