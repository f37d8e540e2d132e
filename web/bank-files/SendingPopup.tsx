import useSWR from 'swr';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { addressOf, callApi } from '../app/api.ts';
import { Link } from 'react-router-dom';
import { bankFileStatuses } from '../../shared/bank-files/bank-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { pathTo } from '../app/addresses.ts';
import { useJob } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Popup } from '../ui/Popup.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Sent } from './calls.ts';

/** Polls several requests of an endpoint each second until all are finished; empty until the first responses arrive. */
function usePolling<Row extends Endpoint>(
  endpoint: Row,
  requests: readonly ClientRequest<Row>[],
  isOver: (response: ResponseOf<Row>) => boolean,
): readonly ResponseOf<Row>[] {
  const { data = [] } = useSWR<ResponseOf<Row>[], unknown>(
    `UNTIL ${requests.map((request) => addressOf(endpoint, request)).join(' ')}`,
    () => Promise.all(requests.map((request) => callApi(endpoint, request))),
    { refreshInterval: (now) => (now?.every(isOver) ? 0 : 1000), revalidateOnFocus: false },
  );
  return data;
}

const over = ['submitted', 'acknowledged', 'settled', 'canceled'];

export function SendingPopup({ sent, jobId, onClose }: { sent: Sent; jobId: string; onClose: () => void }) {
  const files = usePolling(
    bankFiles.get,
    sent.files.map(({ id }) => ({ params: { bankFileId: id }, query: {} })),
    ({ status }) => over.includes(status),
  );
  const state = stateOf(files);
  return (
    <Popup
      open
      title={titleOf(state)}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {state.finished || state.canceled ? 'Done' : 'Close (sending continues)'}
        </Button>
      }
    >
      <div className="bank-check">
        <Outcome state={state} jobId={jobId} />
        <ul className="bank-sent">
          {sent.files.map(({ id, name }) => (
            <SentFile key={id} id={id} name={name} file={files.find((file) => file.id === id)} />
          ))}
        </ul>
        <Link className={buttonClass('quiet', true)} to={pathTo('bankFiles')}>
          See all bank files
        </Link>
      </div>
    </Popup>
  );
}

type File = ResponseOf<typeof bankFiles.get>;

const SentFile = ({ id, name, file }: { id: string; name: string; file: File | undefined }) => (
  <li>
    <div className="bank-sent-name">
      <Icon name="file" />
      <Link className="bank-link" to={pathTo('bankFile', { bankFileId: id })}>
        {name}
      </Link>
      <FileStatus status={file?.status} />
    </div>
  </li>
);

type Followed = readonly Pick<File, 'status' | 'reason'>[];

const stateOf = (files: Followed) => ({
  count: files.length,
  finished: files.length > 0 && files.every(({ status }) => status === 'submitted'),
  someSent: files.some(({ status }) => status === 'submitted'),
  canceled: files.find(({ status }) => status === 'canceled' || status === 'canceling'),
  unknown: files.find(({ status }) => status === 'unknown'),
});
type State = ReturnType<typeof stateOf>;

function titleOf({ finished, canceled, someSent }: State): string {
  if (finished) return 'Sent to US Bank';
  if (canceled) return someSent ? 'Not all files were sent' : 'Nothing was sent';
  return 'Sending to US Bank';
}

function Outcome({ state, jobId }: { state: State; jobId: string }) {
  const { job } = useJob(jobId);
  const { count, finished, someSent, canceled, unknown } = state;
  if (finished)
    return (
      <StatusMessage
        kind="success"
        title={count === 1 ? 'The file was sent.' : `All ${count} files were sent.`}
      >
        Its payments are Submitted to ACH.
      </StatusMessage>
    );
  if (canceled)
    return (
      <StatusMessage kind="error" title={canceled.reason ?? 'The file changed.'}>
        {someSent
          ? 'The files sent earlier are with the bank. The payments of the other files are Pending again. Check them, then send them.'
          : 'The file was canceled before sending; its payments are Pending again. Check the file, then send it.'}
      </StatusMessage>
    );
  if (unknown)
    return (
      <StatusMessage kind="warning" title={unknown.reason ?? 'Delivery is not confirmed yet.'}>
        The payments stay reserved for this file. Do not send these payments any other way.
      </StatusMessage>
    );
  return (
    <ProgressBar
      label="Sending"
      done={job?.done ?? 0}
      total={job?.total ?? 1}
      text={job?.message ?? 'Starting…'}
    />
  );
}

export function FileStatus({ status }: { status: string | undefined }) {
  const option = bankFileStatuses.find(({ id }) => id === status);
  return option ? <StatusBadge color={option.color} label={option.name} /> : null;
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
