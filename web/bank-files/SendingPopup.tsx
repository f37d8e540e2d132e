import { Link } from 'react-router-dom';
import { bankFileStatuses } from '../../shared/bank-files/bank-file.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { pathTo } from '../app/addresses.ts';
import { useJob } from '../app/data.ts';
import { useUntil } from '../app/use-until.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Popup } from '../ui/Popup.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Sent } from './calls.ts';

const over = ['submitted', 'acknowledged', 'settled', 'canceled'];

interface SendingPopupProps {
  sent: Sent;
  jobId: string;
  onClose: () => void;
}

/** Follows a file until it is sent or canceled; closing the popup stops nothing. */
export function SendingPopup({ sent, jobId, onClose }: SendingPopupProps) {
  const { job } = useJob(jobId);
  const files = useUntil(
    bankFiles.get,
    sent.files.map(({ id }) => ({ params: { bankFileId: id }, query: {} })),
    ({ status }) => over.includes(status),
  );
  const all = (status: string) => files.length > 0 && files.every((file) => file.status === status);
  const canceled = files.find(({ status }) => status === 'canceled' || status === 'canceling');
  const unknown = files.find(({ status }) => status === 'unknown');
  const finished = all('submitted');
  const someSent = files.some(({ status }) => status === 'submitted');
  return (
    <Popup
      open
      title={
        finished
          ? 'Sent to US Bank'
          : canceled
            ? someSent
              ? 'Not all files were sent'
              : 'Nothing was sent'
            : 'Sending to US Bank'
      }
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {finished || canceled ? 'Done' : 'Close (sending continues)'}
        </Button>
      }
    >
      <div className="bank-check">
        {finished ? (
          <StatusMessage
            kind="success"
            title={files.length === 1 ? 'The file is sent.' : `All ${files.length} files are sent.`}
          >
            Its payments are Submitted to ACH.
          </StatusMessage>
        ) : canceled ? (
          <StatusMessage kind="error" title={canceled.reason ?? 'The file changed.'}>
            {someSent
              ? 'The files sent before are with the bank. The payments of the others are Pending again. Check them, then send them.'
              : 'The file was canceled before sending; its payments are Pending again. Check the file, then send it.'}
          </StatusMessage>
        ) : unknown ? (
          <StatusMessage kind="warning" title={unknown.reason ?? 'The delivery is not confirmed yet.'}>
            The payments stay reserved for this file. Do not send these payments any other way.
          </StatusMessage>
        ) : (
          <ProgressBar
            label="Sending"
            done={job?.done ?? 0}
            total={job?.total ?? 1}
            sentence={job?.message ?? 'Starting…'}
          />
        )}
        <ul className="bank-sent">
          {sent.files.map(({ id, name, fileHash }) => (
            <li key={id}>
              <div className="bank-sent-name">
                <Icon name="file" />
                <Link className="bank-link" to={pathTo('bankFile', { bankFileId: id })}>
                  {name}
                </Link>
                <FileStatus status={files.find((file) => file.id === id)?.status} />
              </div>
              <p className="quiet">
                SHA-256 <code className="bank-hash">{fileHash}</code>
              </p>
            </li>
          ))}
        </ul>
        <Link className={buttonClass('quiet', true)} to={pathTo('bankFiles')}>
          See all bank files
        </Link>
      </div>
    </Popup>
  );
}

/** A file's state as a badge. */
export function FileStatus({ status }: { status: string | undefined }) {
  const known = bankFileStatuses.find(({ id }) => id === status);
  return known ? <StatusBadge color={known.color} label={known.name} /> : null;
}

const icons = { success: 'check-circle', error: 'error', warning: 'warning' } as const;

const StatusMessage = ({
  kind,
  title,
  children,
}: {
  kind: keyof typeof icons;
  title: string;
  children: string;
}) => (
  <div className={`alert alert-${kind}`} aria-live="polite">
    <Icon name={icons[kind]} />
    <div>
      <p className="alert-title">{title}</p>
      <p>{children}</p>
    </div>
  </div>
);
