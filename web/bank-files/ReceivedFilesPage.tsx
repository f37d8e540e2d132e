import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { inboxKinds } from '../../shared/bank-files/inbox-file.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { useAction } from '../app/data.ts';
import { boundRequest } from '../app/bound-request.ts';
import { Form } from '../app/form.tsx';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { refetch } from '../app/refetch.ts';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Button } from '../ui/Button.tsx';
import { fileField } from '../ui/file-field.ts';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Popup } from '../ui/Popup.tsx';
import './bank-files.css';
import { InboxFileStatusBadge } from './inbox-columns.tsx';
import { InboxProgress } from './InboxProgress.tsx';

const endings = ['.ach', '.txt', '.nacha', '.ret', '.noc', '.dat', '.bai', '.bai2', '.csv'];
const largest = 4_000_000;
const form = z.object({
  file: fileField({
    label: 'File from the bank',
    accept: endings,
    maxBytes: largest,
    tooLarge: 'This file is larger than 4 MB. Have the bank split it, then send the parts.',
  }),
});

const columns: readonly ListColumn<typeof bankFiles.listReceived>[] = [
  {
    key: 'name',
    title: 'File',
    sortable: true,
    render: ({ id, name }) => (
      <Link className="bank-link" to={pathTo('receivedFile', { inboxFileId: id })}>
        {name || 'Without a name'}
      </Link>
    ),
  },
  {
    key: 'kind',
    title: 'Kind',
    sortable: true,
    render: ({ kind }) => inboxKinds.find(({ id }) => id === kind)?.name,
  },
  { key: 'entryCount', title: 'Entries', kind: 'number' },
  { key: 'open', title: 'To review', kind: 'number' },
  { key: 'receivedAt', title: 'Received', kind: 'date', sortable: true },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    render: ({ status }) => <InboxFileStatusBadge status={status} />,
  },
];

export default function ReceivedFilesPage() {
  return (
    <ListPage
      endpoint={bankFiles.listReceived}
      request={{}}
      download={boundRequest(bankFiles.downloadReceived, {})}
      title="Received files"
      lead="Files from the bank: returns, account changes, acknowledgments, and statements. Above the limits, another administrator adds the same file before it is processed; otherwise adding it again has no effect."
      columns={columns}
      defaultSort="receivedAt"
      defaultOrder="desc"
      rowKey={({ id }) => id}
      search={{ label: 'Search by file name' }}
      above={<AddFile />}
      empty={{
        icon: 'bank',
        text: 'Files from the bank appear here after you add them above.',
        searched: { text: 'No matching files.' },
      }}
    />
  );
}

type Selection = Partial<Record<keyof typeof fieldTitles, number>>;

const fieldTitles = {
  date: 'Date',
  amount: 'Amount (withdrawals are negative, or a column names the direction)',
  side: 'Direction of the amount',
  debit: 'Withdrawals',
  credit: 'Deposits',
};
const fields = Object.keys(fieldTitles) as (keyof typeof fieldTitles)[];

interface StatementColumnChoiceProps {
  samples: readonly (readonly string[])[];
  isBusy: boolean;
  onChosen: (choice: Selection) => void;
}

/** Selects the columns of a statement without known titles, once for each account and form of download. */
function StatementColumnChoice({ samples, isBusy, onChosen }: StatementColumnChoiceProps) {
  const [chosen, setChosen] = useState<Selection>({});
  const { date, amount, debit, credit } = chosen;
  const isReady =
    date !== undefined && (amount !== undefined) !== (debit !== undefined && credit !== undefined);
  const options = samples.map((values, index) => ({
    id: String(index),
    name: `Column ${index + 1} (${values.join(', ') || 'blank'})`,
  }));
  return (
    <>
      <p>
        The titles of this statement are missing or unknown. Match its columns. The same columns are used for
        the next statements of this form.
      </p>
      <div className="form-grid">
        {fields.map((field) => (
          <LabeledSelect
            key={field}
            label={fieldTitles[field]}
            value={chosen[field] === undefined ? '' : String(chosen[field])}
            options={options}
            placeholder="Not in this file"
            disabled={isBusy}
            onChange={(value) => {
              const { [field]: _, ...others } = chosen;
              setChosen(value === '' ? others : { ...others, [field]: Number(value) });
            }}
          />
        ))}
      </div>
      <p>
        <Button
          kind="primary"
          disabled={!isReady}
          busy={isBusy}
          busyLabel="Processing…"
          onClick={() => onChosen(chosen)}
        >
          Process with these columns
        </Button>
      </p>
    </>
  );
}

function AddFile() {
  const [{ job }, change] = useAddress('job');
  const receive = useAction(bankFiles.receiveReturns, bankFiles.listReceived);
  const [waiting, setWaiting] = useState<{ file: File; samples: string[][] }>();
  const process = async (choice: Selection) => {
    if (!waiting) return;
    const { file } = waiting;
    const begun = await receive.act({ body: { choice: JSON.stringify(choice) } }, { files: { file } });
    if (!begun) return;
    setWaiting(undefined);
    change({ job: begun.jobId ?? undefined });
  };
  return (
    <Card title="Add a file from the bank">
      <Form
        key={job ?? 'none'}
        schema={form}
        submitLabel="Process file"
        busyLabel="Uploading…"
        submitKind="action"
        guard={false}
        safe="Nothing was changed."
        onSubmit={async ({ file }) => {
          if (!file) return;
          const { jobId, columns } = await receive.run({ body: {} }, { files: { file } });
          if (columns) setWaiting({ file, samples: columns.map((column) => column.samples) });
          else change({ job: jobId ?? undefined });
        }}
      >
        <Field name="file" kind="file" accept={endings} maxBytes={largest} />
      </Form>
      {job && <InboxProgress jobId={job} onDone={() => void refetch(bankFiles.listReceived)} />}
      {waiting && (
        <Popup
          open
          title={`Check ${waiting.file.name}`}
          size="large"
          locked={receive.running}
          onClose={() => setWaiting(undefined)}
        >
          <StatementColumnChoice
            samples={waiting.samples}
            isBusy={receive.running}
            onChosen={(choice) => void process(choice)}
          />
        </Popup>
      )}
    </Card>
  );
}
