import { Link, useParams } from 'react-router-dom';
import { useEffect, useRef } from 'react';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { showMoney } from '../../shared/money.ts';
import type { JobKind } from '../../shared/jobs/job.ts';
import { download } from '../app/api.ts';
import { showFailure, useJob } from '../app/data.ts';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { Card } from '../ui/Card.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { programAddress } from './addresses.ts';
import { EmailPreview } from './EmailPreview.tsx';
import type { Program } from './program-form.ts';
import { ProgramLoader } from './ProgramLoader.tsx';
import { PublishProgram } from './PublishProgram.tsx';
import { UploadRecipients } from './UploadRecipients.tsx';
import { VoucherTable } from './VoucherTable.tsx';
import './vouchers.css';

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
