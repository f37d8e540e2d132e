import { useState } from 'react';
import * as z from 'zod';
import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { reasonText } from '../../shared/fields.ts';
import { enteredPin, newPin } from '../../shared/users/pin.ts';
import { CallError } from '../platform/call-error.ts';
import { useAction, useBoundRequest, useJob } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { submitTextOf } from './Approval.tsx';
import type { BankFileCalls, Sent } from './calls.ts';
import { approvalRefusal } from '../../shared/bank-files/bank-files-contract.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { users } from '../../shared/contracts/users.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { Icon } from '../ui/Icon.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Confirmation } from './Confirmation.tsx';
import { SendingPopup } from './SendingPopup.tsx';

const confirmation = z.object({ pin: enteredPin, note: reasonText().optional() });
const firstPin = z.object({ pin: newPin });

interface PinPopupProps {
  calls: BankFileCalls;
  checked: CheckResponse;
  runHash: string;
  onSent: (sent: Sent) => void;
  onClose: () => void;
  onCheckAgain: () => void;
}

function PinPopup({ calls, checked, runHash, onSent, onClose, onCheckAgain }: PinPopupProps) {
  const [hasPin, setHasPin] = useState(checked.hasPin);
  const [changed, setChanged] = useState(false);
  if (!hasPin) return <FirstPin onSet={() => setHasPin(true)} onClose={onClose} />;
  return (
    <Popup open size="small" title="Enter your PIN" onClose={onClose}>
      <div className="bank-check">
        <p>{checked.message}</p>
        <Form
          key="confirm"
          schema={confirmation}
          initial={{ pin: '' }}
          guard={false}
          safe="Nothing was sent."
          submitLabel={submitTextOf(checked)}
          submitKind="action"
          busyLabel={checked.approval?.requestedByName === null ? 'Requesting…' : 'Sending…'}
          disabled={changed}
          actions={
            changed ? (
              <Button kind="primary" onClick={onCheckAgain}>
                Check again
              </Button>
            ) : (
              <Button onClick={onClose}>Back</Button>
            )
          }
          onSubmit={async ({ pin, note }) => {
            try {
              onSent(await calls.send({ pin, runHash, note }));
            } catch (error) {
              if (error instanceof CallError && error.status === 409) setChanged(true);
              throw error;
            }
          }}
        >
          {checked.approval?.needsNote && checked.approval.note === null && (
            <Field name="note" kind="text" hint="Why both this file and the other one are correct." />
          )}
          <Field name="pin" autoComplete="off" />
        </Form>
      </div>
    </Popup>
  );
}

function FirstPin({ onSet, onClose }: { onSet: () => void; onClose: () => void }) {
  const setPin = useAction(users.setPin);
  return (
    <Popup open size="small" title="Set your PIN" onClose={onClose}>
      <div className="bank-check">
        <p>Your PIN confirms every file that you send to the bank. Keep it secret.</p>
        <Form
          key="set"
          schema={firstPin}
          initial={{ pin: '' }}
          guard={false}
          submitLabel="Set PIN"
          busyLabel="Saving…"
          actions={<Button onClick={onClose}>Back</Button>}
          onSubmit={async ({ pin }) => {
            await setPin.run({ body: { pin } });
            onSet();
          }}
        >
          <Field name="pin" hint="4 to 12 digits." autoComplete="off" />
        </Form>
      </div>
    </Popup>
  );
}

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
        <Actions checked={checked} onClose={() => onClose(false)} onConfirm={() => setConfirming(true)} />
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

interface RefuseProps {
  runHash: string;
  isOwn: boolean;
  onBack: () => void;
  onDone: () => void;
}

function RefusePopup({ runHash, isOwn, onBack, onDone }: RefuseProps) {
  const refuse = useAction(bankFiles.refuseApproval);
  return (
    <Popup open size="small" title={isOwn ? 'Withdraw the request' : 'Refuse this file'} onClose={onBack}>
      <div className="bank-check">
        {!isOwn && <p>The administrators see your reason and can correct the payments.</p>}
        <Form
          schema={approvalRefusal}
          initial={{ note: '' }}
          guard={false}
          safe="The request still waits."
          submitLabel={isOwn ? 'Withdraw request' : 'Refuse'}
          busyLabel="Saving…"
          actions={<Button onClick={onBack}>Back</Button>}
          onSubmit={async (body) => {
            await refuse.run({ params: { runHash }, body });
            onDone();
          }}
        >
          <Field name="note" kind="text" />
        </Form>
      </div>
    </Popup>
  );
}

interface ActionsProps {
  checked: CheckResponse | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

function Actions({ checked, onClose, onConfirm }: ActionsProps) {
  const [refusing, setRefusing] = useState(false);
  // the request for approval stays when the popup closes
  const isRequested = checked?.approval?.isRequestedByCaller;
  return (
    <>
      <Button onClick={onClose}>{isRequested ? 'Close' : 'Cancel'}</Button>
      {checked?.approval && checked.approval.requestedByName !== null && (
        <Button onClick={() => setRefusing(true)}>{isRequested ? 'Withdraw request' : 'Refuse'}</Button>
      )}
      {refusing && checked?.runHash && (
        <RefusePopup
          runHash={checked.runHash}
          isOwn={isRequested === true}
          onBack={() => setRefusing(false)}
          onDone={onClose}
        />
      )}
      {checked?.isAchUploadAvailable && !isRequested && (
        <Button kind="action" icon="bank" onClick={onConfirm}>
          {submitTextOf(checked)}
        </Button>
      )}
    </>
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
