import { Link, useParams } from 'react-router-dom';
import { vouchers } from '../../shared/vouchers/contract.ts';
import { download } from '../app/api.ts';
import { showFailure } from '../app/data.ts';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { programAddress } from './addresses.ts';
import { EmailPreview } from './EmailPreview.tsx';
import type { Program } from './program-form.ts';
import { ProgramLoader } from './ProgramLoader.tsx';
import { ProgramSums } from './ProgramSums.tsx';
import { PublishProgram } from './PublishProgram.tsx';
import { UploadRecipients } from './UploadRecipients.tsx';
import { VoucherJob } from './VoucherJob.tsx';
import { VoucherTable } from './VoucherTable.tsx';
import './vouchers.css';

/** Shows a program's codes and recipients, with upload, publication, and results. */
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
