import { useState } from 'react';
import type { Job } from '../../shared/jobs/job.ts';
import { visits } from '../../shared/contracts/visits.ts';
import type { FacilityFileCheck, FacilityFileChoice } from '../../shared/visits/facility-file-check.ts';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { useAction } from '../app/data.ts';
import { ImportPage } from '../jobs/ImportPage.tsx';
import { Popup } from '../ui/Popup.tsx';
import { DeliveredFiles } from './DeliveredFiles.tsx';
import { FacilityColumnChoice, needsFacilityChoice } from './FacilityColumnChoice.tsx';

const count = (number = 0) => number.toLocaleString('en-US');

const messageOf = ({ uploaded, notCounted, kept, removed, failed }: Job['result']) =>
  [
    `${count(uploaded)} counted`,
    `${count(notCounted)} not counted`,
    `${count(kept)} imported before`,
    ...(removed ? [`${count(removed)} withdrawn`] : []),
    `${count(failed)} failed.`,
  ].join(', ');

/** Checks a file first; a file with open questions waits for the user. */
function useFacilityFile() {
  const check = useAction(visits.checkImport);
  const send = useAction(visits.importCheckIns);
  const [waiting, setWaiting] = useState<{ file: File; check: FacilityFileCheck }>();
  const upload = async (file: File): Promise<string | undefined> => {
    const fileCheck = await check.run({ body: {} }, { files: { file } });
    if (!needsFacilityChoice(fileCheck)) return (await send.run({ body: {} }, { files: { file } })).jobId;
    setWaiting({ file, check: fileCheck });
    return undefined;
  };
  const choose = async (choice: FacilityFileChoice): Promise<string | undefined> => {
    if (!waiting) return undefined;
    const begun = await send.act(
      { body: { choice: JSON.stringify(choice) } },
      { files: { file: waiting.file } },
    );
    if (begun) setWaiting(undefined);
    return begun?.jobId;
  };
  return { upload, choose, waiting, isBusy: send.running, cancel: () => setWaiting(undefined) };
}

export default function ImportVisitsPage() {
  const { upload, choose, waiting, isBusy, cancel } = useFacilityFile();
  const [, change] = useAddress('job');
  const importWith = async (choice: FacilityFileChoice) => {
    const job = await choose(choice);
    if (job) change({ job });
  };
  return (
    <>
      <ImportPage
        title="Import visits"
        lead="Import check-ins as facilities report them. Importing the same file again has no effect."
        fileLabel="Check-in file"
        submitLabel="Import check-ins"
        splitBy="by club"
        label="Importing check-ins"
        messageOf={messageOf}
        columns={[
          {
            key: 'who',
            title: 'Member',
            render: ({ cells }) => cells['Key Fob'] || cells['Member ID'] || cells.Email || '–',
          },
          { key: 'club', title: 'Club ID', render: ({ cells }) => cells['Club ID'] || '–' },
          { key: 'date', title: 'Date', render: ({ cells }) => cells.Date || '–' },
        ]}
        upload={upload}
        downloadFailed={(jobId) => download(visits.failedCheckIns, { params: { jobId } })}
      >
        <p>
          Exports of gym systems are read as they are: a key fob, member ID, or email address, the club, and
          the date. If a column is not found, you select it once. Visits of the last 12 months, up to 50,000
          lines.
        </p>
      </ImportPage>
      <DeliveredFiles />
      {waiting && (
        <Popup open title={`Check ${waiting.file.name}`} size="large" locked={isBusy} onClose={cancel}>
          <FacilityColumnChoice
            check={waiting.check}
            isBusy={isBusy}
            onChosen={(choice) => void importWith(choice)}
          />
        </Popup>
      )}
    </>
  );
}
