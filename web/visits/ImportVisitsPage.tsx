import type { Job } from '../../shared/jobs/job.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { download } from '../app/api.ts';
import { useAction } from '../app/data.ts';
import { ImportPage } from '../jobs/ImportPage.tsx';

const count = (number = 0) => number.toLocaleString('en-US');

const sentenceOf = ({ uploaded, notCounted, kept, failed }: Job['result']) =>
  `${count(uploaded)} counted, ${count(notCounted)} not counted, ${count(kept)} imported before, ${count(failed)} failed.`;

export default function ImportVisitsPage() {
  const upload = useAction(visits.importCheckIns);
  return (
    <ImportPage
      title="Import visits"
      lead="Import check-ins as facilities report them. Importing the same file again has no effect."
      fileLabel="Check-in file"
      submitLabel="Import check-ins"
      splitBy="by club"
      label="Importing check-ins"
      messageOf={sentenceOf}
      columns={[
        {
          key: 'who',
          title: 'Member',
          render: ({ cells }) => cells['Key Fob'] || cells['Member ID'] || cells.Email || '–',
        },
        { key: 'club', title: 'Club ID', render: ({ cells }) => cells['Club ID'] || '–' },
        { key: 'date', title: 'Date', render: ({ cells }) => cells.Date || '–' },
      ]}
      upload={async (file) => (await upload.run({ body: {} }, { files: { file } })).jobId}
      downloadFailed={(jobId) => download(visits.failedCheckIns, { params: { jobId } })}
    >
      <p>
        The first line names the columns: Key Fob (or Member ID, or Email), Club ID and Date; Time if the club
        reports it. Up to 50,000 lines.
      </p>
    </ImportPage>
  );
}
