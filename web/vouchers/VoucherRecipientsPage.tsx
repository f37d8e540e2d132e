import { vouchers } from '../../shared/contracts/vouchers.ts';
import { loadOnce, showFailure, useAction, useJob, useEndpoint, useList } from '../app/data.ts';
import { notify } from '../app/notices.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import type { Program } from './program-form.ts';
import { useState, useEffect, useRef } from 'react';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { saveAs } from '../app/downloads.ts';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Popup } from '../ui/Popup.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Link, useParams } from 'react-router-dom';
import { showMoney } from '../../shared/money.ts';
import type { JobKind } from '../../shared/jobs/job.ts';
import { download } from '../app/api.ts';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { programAddress } from './addresses.ts';
import { ProgramLoader } from './ProgramLoader.tsx';
import { UploadRecipients } from './UploadRecipients.tsx';
import { VoucherTable } from './VoucherTable.tsx';
import './vouchers.css';

/** Specified confirmation (spec 2 §4). */
const question =
  'Are you sure you want to publish the program? After this action, all vouchers will be sent to the specified email addresses and you will not be able to edit anything.';

function PublishProgram({ program, onBegun }: { program: Program; onBegun: () => Promise<unknown> }) {
  const publish = useAction(vouchers.publish);
  const confirm = useConfirm();
  const { job } = useJob(program.publishJobId);
  const { id, publishedOn, version, sums } = program;
  const isBroken = job?.status === 'failed';
  if (publishedOn && !isBroken) return null;
  const params = { voucherProgramId: id };
  const send = async () => {
    try {
      if (!isBroken && (await loadOnce(vouchers.checkPublished, { params }))) {
        notify.info('This program was already published.');
        return void (await onBegun());
      }
    } catch (error) {
      return showFailure(error);
    }
    const emails = `${sums.waiting.toLocaleString('en-US')} ${sums.waiting === 1 ? 'email' : 'emails'}`;
    const isWanted = await confirm({
      title: `Publish and send ${emails}?`,
      text: question,
      action: `Publish and send ${emails}`,
    });
    if (!isWanted) return undefined;
    await publish.act({ params, body: { version } });
    await onBegun();
  };
  return (
    <Button
      kind="action"
      icon="mail"
      busy={publish.running}
      busyLabel="Publishing…"
      onClick={() => void send()}
    >
      {isBroken ? 'Resume publishing' : 'Publish'}
    </Button>
  );
}

function EmailPreview({ voucherProgramId }: { voucherProgramId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="eye" onClick={() => setOpen(true)}>
        Email Preview
      </Button>
      {open && <PreviewPopup voucherProgramId={voucherProgramId} onClose={() => setOpen(false)} />}
    </>
  );
}

function PreviewPopup({ voucherProgramId, onClose }: { voucherProgramId: string; onClose: () => void }) {
  const [filter, setFilter] = useState('');
  const [voucherId, setVoucherId] = useState('');
  const params = { voucherProgramId };
  const list = useList(vouchers.list, { params, query: { filter } });
  const { data, error, reload, retrying } = useEndpoint(vouchers.preview, {
    params,
    query: { voucherId: voucherId || undefined },
  });
  return (
    <Popup open title="Email Preview" size="large" onClose={onClose}>
      <div className="preview-choice">
        <SearchBox label="Find a recipient by email" value={filter} onChange={setFilter} />
        <LabeledSelect
          label="Recipient"
          value={voucherId}
          placeholder="The first recipient"
          options={list.rows.map(({ id, recipientEmail }) => ({ id, name: recipientEmail }))}
          onChange={setVoucherId}
        />
      </div>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <EmailText email={data} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Popup>
  );
}

type Email = ResponseOf<typeof vouchers.preview>;

/** Renders the body with inline pictures in a sandboxed frame without scripts or links. */
function EmailText({ email: { to, subject, body, attachments } }: { email: Email }) {
  const html = attachments.reduce(
    (html, { contentId, mediaType, content }) =>
      html.replaceAll(`cid:${contentId}`, `data:${mediaType};base64,${content}`),
    body,
  );
  const files = attachments.filter(({ contentId }) => !body.includes(`cid:${contentId}`));
  return (
    <div className="preview">
      <p>
        To <strong>{to}</strong>, subject <strong>{subject}</strong>
      </p>
      <iframe className="preview-body" title="Email" sandbox="" srcDoc={html} />
      <div className="page-actions">
        {files.map(({ contentId, mediaType, content }) => (
          <Button
            key={contentId}
            icon="file"
            onClick={() => saveAs(`data:${mediaType};base64,${content}`, contentId)}
          >
            {`Download ${contentId}`}
          </Button>
        ))}
      </div>
    </div>
  );
}

export default function VoucherRecipientsPage() {
  const { voucherProgramId = '' } = useParams();
  return (
    <PartnerFrame>
      {({ id: partnerId }) => (
        <ProgramLoader partnerId={partnerId} voucherProgramId={voucherProgramId}>
          {(program, reload) => <Recipients partnerId={partnerId} program={program} reload={reload} />}
        </ProgramLoader>
      )}
    </PartnerFrame>
  );
}

interface RecipientsProps {
  partnerId: string;
  program: Program;
  reload: () => Promise<unknown>;
}

function Recipients({ partnerId, program, reload }: RecipientsProps) {
  const { id, displayName, publishedOn, sums, uploadJobId, publishJobId } = program;
  const hasRecipients = sums.recipients > 0;
  const save = () => download(vouchers.recipients, { query: { voucherProgramId: id } }).catch(showFailure);
  return (
    <>
      <PageHeading
        title="Voucher Codes and Recipients"
        lead={`${displayName}. ${publishedOn ? 'Published: recipients and codes cannot be changed.' : 'Draft: no vouchers have been sent.'}`}
        actions={
          <>
            <Link className={buttonClass()} to={programAddress(partnerId, publishedOn ? 'view' : 'edit', id)}>
              Back
            </Link>
            {hasRecipients && (
              <>
                <EmailPreview voucherProgramId={id} />
                <Button icon="download" onClick={() => void save()}>
                  Download
                </Button>
              </>
            )}
            {hasRecipients && <PublishProgram program={program} onBegun={reload} />}
          </>
        }
      />
      {!publishedOn && <UploadRecipients program={program} onBegun={reload} />}
      {uploadJobId && <VoucherJob key={uploadJobId} jobId={uploadJobId} onFinished={reload} />}
      {publishJobId && <VoucherJob key={publishJobId} jobId={publishJobId} onFinished={reload} isQuiet />}
      {hasRecipients && <ProgramSums program={program} />}
      <VoucherTable
        key={`${sums.recipients} ${sums.waiting} ${uploadJobId}`}
        program={program}
        onChanged={reload}
      />
    </>
  );
}

function ProgramSums({ program: { publishedOn, sums } }: { program: Program }) {
  const items: [label: string, value: string][] = publishedOn
    ? [
        ['Recipients', count(sums.recipients)],
        ...(sums.waiting > 0 ? ([['Not sent yet', count(sums.waiting)]] as [string, string][]) : []),
        ['Sent', count(sums.sent)],
        ['Undeliverable', count(sums.undeliverable)],
        ['Redeemed', count(sums.redeemed)],
        ['Expired', count(sums.expired)],
        ['Void', count(sums.void)],
        ['Amount redeemed', showMoney(sums.amountRedeemed)],
        ['Amount outstanding', showMoney(sums.amountOutstanding)],
      ]
    : [['Recipients', count(sums.recipients)]];
  return (
    <dl className="voucher-sums">
      {items.map(([label, value]) => (
        <div key={label} data-alarm={label === 'Undeliverable' && sums.undeliverable > 0}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const count = (value: number) => value.toLocaleString('en-US');

interface VoucherJobProps {
  jobId: string;
  onFinished: () => unknown;
  isQuiet?: boolean;
}

const labels: Partial<Record<JobKind, string>> = {
  'voucher recipients': 'Importing recipients',
  'voucher publication': 'Sending vouchers',
};

/** Follows the program's job, also after a reload and for other users. */
function VoucherJob({ jobId, onFinished, isQuiet }: VoucherJobProps) {
  const { job, error, reload } = useJob(jobId);
  // the job may have ended before the page was opened
  const isReported = useRef(false);
  const status = job?.status;
  useEffect(() => {
    if (!status || status === 'running' || isReported.current) return;
    isReported.current = true;
    void onFinished();
  }, [status, onFinished]);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return isQuiet ? null : <SkeletonLines lines={2} />;
  if (isQuiet && job.status === 'done') return null;
  return (
    <Card>
      <ProgressBar
        label={labels[job.kind] ?? 'Working'}
        done={job.status === 'done' ? job.total : job.done}
        total={job.total}
        state={job.status === 'done' ? 'finished' : job.status}
        text={job.status === 'running' ? undefined : job.message}
      />
      {job.status === 'running' && (
        <p className="quiet">You can leave this page. The job continues in the background.</p>
      )}
    </Card>
  );
}
