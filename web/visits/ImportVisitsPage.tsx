import { Link } from 'react-router-dom';
import { visits } from '../../shared/contracts/visits.ts';
import type { CheckInDeliveryRow } from '../../shared/visits/check-in.ts';
import { useList, useAction } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { useState } from 'react';
import { dateOrder, dateOrderNames, type DateOrder } from '../../shared/employees/date-order.ts';
import type {
  FacilityColumns,
  FacilityFileCheck,
  FacilityFileChoice,
} from '../../shared/visits/facility-columns.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { isNothingImported, type Job } from '../../shared/jobs/job.ts';
import { plural } from '../../shared/number-words.ts';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { ImportPage } from '../jobs/ImportPage.tsx';
import { Popup } from '../ui/Popup.tsx';

const statusOf = (row: CheckInDeliveryRow) => {
  const { status, failed } = row;
  if (status === null) return <StatusBadge color="beet" label="Could not be read" />;
  if (status === 'running') return <StatusBadge color="yellow" label="Importing" />;
  if (status === 'failed') return <StatusBadge color="beet" label="Stopped" />;
  if (isNothingImported(row)) return <StatusBadge color="beet" label="Nothing imported" />;
  return failed > 0 ? (
    <StatusBadge color="orange" label="Rows to correct" />
  ) : (
    <StatusBadge color="green" label="Imported" />
  );
};

const fileOf = ({ jobId, fileName, problem }: CheckInDeliveryRow) =>
  jobId === null ? (
    <>
      {fileName}
      <br />
      <small>{problem} Nothing was imported.</small>
    </>
  ) : (
    <Link to={`?job=${jobId}`}>{fileName}</Link>
  );

const countColumn = (key: 'uploaded' | 'notCounted' | 'removed' | 'failed', title: string) => ({
  key,
  title,
  kind: 'number' as const,
  render: (row: CheckInDeliveryRow) => (row.jobId === null ? '–' : row[key].toLocaleString('en-US')),
});

const columns: readonly Column<CheckInDeliveryRow>[] = [
  { key: 'fileName', title: 'File', render: fileOf },
  { key: 'facilityName', title: 'Facility' },
  { key: 'status', title: 'Status', render: statusOf },
  { key: 'receivedAt', title: 'Received', render: ({ receivedAt }) => <DateText date={receivedAt} /> },
  countColumn('uploaded', 'Counted'),
  countColumn('notCounted', 'Not counted'),
  countColumn('removed', 'Withdrawn'),
  countColumn('failed', 'Failed'),
];

/** Files that systems of clubs delivered, with their results; nothing without a file. */
function DeliveredFiles() {
  const { role } = useSession();
  const list = useList(visits.deliveries, { query: {} });
  if (list.rows.length === 0 && !list.failed) return null;
  return (
    <Card title="Delivered files">
      <Table
        {...list}
        caption="Delivered check-in files"
        captionHidden
        rowKey={({ id }) => id}
        columns={columns.filter(({ key }) => role === 'systemAdmin' || key !== 'facilityName')}
        empty={null}
      />
    </Card>
  );
}

/** Returns true if the user must decide before the file can be read. */
const needsFacilityChoice = ({ error, asksDateOrder }: FacilityFileCheck): boolean =>
  error !== '' || asksDateOrder;

interface FacilityColumnChoiceProps {
  check: FacilityFileCheck;
  isBusy: boolean;
  onChosen: (choice: FacilityFileChoice) => void;
}

/** Selects the columns of a club file with sample values, once for each format. */
function FacilityColumnChoice({ check, isBusy, onChosen }: FacilityColumnChoiceProps) {
  const { titles, columns, error, asksDateOrder, notes } = check;
  const [chosen, setChosen] = useState<FacilityColumns>(() =>
    Object.fromEntries(columns.flatMap(({ field, from }) => (from === null ? [] : [[field, from]]))),
  );
  const [order, setOrder] = useState<DateOrder>();
  const isMember = Boolean(chosen.keyFob || chosen.memberId || chosen.email);
  const isReady = isMember && Boolean(chosen.date) && (!asksDateOrder || order !== undefined);
  return (
    <>
      {error && <p role="alert">{error} Nothing was imported.</p>}
      {asksDateOrder && <p role="alert">The dates fit MM/DD/YYYY and DD/MM/YYYY. Select their order.</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p>Match the columns of this file. The same columns are used for the next files of this format.</p>
      <div className="form-grid">
        {columns.map(({ field, title }) => (
          <LabeledSelect
            key={field}
            label={title}
            value={chosen[field] ?? ''}
            options={titles.map(({ title: name, samples }) => ({
              id: name,
              name: samples.length > 0 ? `${name} (${samples.join(', ')})` : name,
            }))}
            placeholder="Not in this file"
            disabled={isBusy}
            onChange={(value) => setChosen({ ...chosen, [field]: value })}
          />
        ))}
        {asksDateOrder && (
          <LabeledSelect
            label="Date order"
            value={order ?? ''}
            options={dateOrder.options.map((id) => ({ id, name: dateOrderNames[id] }))}
            placeholder="Select an order"
            disabled={isBusy}
            onChange={(value) => setOrder(dateOrder.options.find((option) => option === value))}
          />
        )}
      </div>
      <p>
        <Button
          kind="primary"
          disabled={!isReady}
          busy={isBusy}
          busyLabel="Importing…"
          onClick={() => onChosen({ columns: chosen, dateOrder: order ?? null })}
        >
          Import with these columns
        </Button>
      </p>
    </>
  );
}

const count = (number = 0) => number.toLocaleString('en-US');

const messageOf = ({ uploaded, notCounted, kept, removed, failed, skippedTimes, note }: Job['result']) =>
  [
    `${count(uploaded)} counted`,
    `${count(notCounted)} not counted`,
    `${count(kept)} already imported`,
    ...(removed ? [`${count(removed)} withdrawn`] : []),
    `${count(failed)} failed.${skippedTimes ? ` ${plural(skippedTimes, 'time', 'times')} could not be read. ${note ?? ''}` : ''}`,
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
  const isClub = useSession().role === 'facilityManager';
  const importWith = async (choice: FacilityFileChoice) => {
    const job = await choose(choice);
    if (job) change({ job });
  };
  return (
    <>
      <ImportPage
        title={isClub ? 'Import check-ins' : 'Import visits'}
        lead={
          isClub
            ? 'Import the check-ins of your club. Importing the same file again has no effect.'
            : 'Import check-ins as facilities report them. Importing the same file again has no effect.'
        }
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
          {isClub
            ? 'Export the check-ins from your gym system and select the file. It needs a key fob, member ID, or email address, and the date; a club column is optional. '
            : 'Exports of gym systems are read as they are: a key fob, member ID, or email address, the club, and the date. '}
          If a column is not found, you select it once. Visits of the last 12 months, up to 50,000 lines.
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
