import { employees } from '../../../shared/contracts/employees.ts';
import {
  fileKindName,
  type RosterChangeKind,
  rosterChangeKinds,
  rosterChangeStatuses,
  type RosterChange,
} from '../../../shared/employees/roster-change.ts';
import {
  importPartBytes,
  importTooLarge,
  maxImportBytes,
  maxUploadBytes,
} from '../../../shared/employees/employee-rows.ts';
import { isX12 } from '../../../shared/employees/x12.ts';
import { callApi } from '../../app/api.ts';
import { CallError } from '../../platform/call-error.ts';
import { newId, wait } from '../../platform/time-and-chance.ts';
import { useState } from 'react';
import * as z from 'zod';
import { needsChoice, type UploadCheck } from '../../../shared/employees/upload-check.ts';
import { showFailure, useAction, useList } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { fileField, fileSize } from '../../ui/file-field.ts';
import { Popup } from '../../ui/Popup.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ColumnsPopup } from './ColumnsPopup.tsx';
import { Link, useNavigate } from 'react-router-dom';
import type { ResponseOf } from '../../../shared/endpoint.ts';
import { useAddress } from '../../app/address.ts';
import { useSession } from '../../app/session.tsx';
import { partnerPage } from '../../app/PartnerFrame.tsx';
import { DateText } from '../../ui/formatted-text.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/TableHead.tsx';
import { employeesAddress, rosterChangeAddress } from '../addresses.ts';

const attempts = 3;
const pauseMs = 2000;

/** Repeats a request that a lost connection or an unavailable service ended. */
async function repeated<Response>(send: () => Promise<Response>, attempt = 1): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    const isTemporary = error instanceof CallError && (error.status === 0 || error.status === 503);
    if (!isTemporary || attempt >= attempts) throw error;
    await wait(pauseMs);
    return repeated(send, attempt + 1);
  }
}

const hashOf = async (file: File): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** IDs of uploads, so that the server imports a file once when it is sent again without a response. */
const uploadIds = new WeakMap<File, string>();

/** Uploads a file in parts, reports the uploaded bytes, and starts its preview. Throws CallError. */
async function importLargeFile(
  file: File,
  { partnerId, kind }: { partnerId: string; kind: RosterChangeKind },
  onProgress: (bytes: number) => void,
): Promise<{ changeId: string }> {
  const uploadId = uploadIds.get(file) ?? newId();
  uploadIds.set(file, uploadId);
  const parts = Math.max(1, Math.ceil(file.size / importPartBytes));
  for (let part = 0; part < parts; part++) {
    const start = part * importPartBytes;
    const bytes = new File([file.slice(start, start + importPartBytes)], file.name);
    await repeated(() =>
      callApi(
        employees.uploadRosterPart,
        { body: { partnerId, uploadId, part: String(part) } },
        { files: { file: bytes } },
      ),
    );
    onProgress(Math.min(file.size, start + importPartBytes));
  }
  const fileHash = await hashOf(file);
  return callApi(employees.importRoster, {
    body: { partnerId, kind, uploadId, parts, fileName: file.name, fileHash },
  });
}

const large = 'Format: .xlsx or .csv, at most 20 MB and 200,000 rows';
const benefitNote =
  'You can also upload an 834 file (benefit enrollment, 005010X220A1). It states whether it has all employees or only changes.';
const kinds = {
  additions: {
    title: 'Import employees',
    label: 'Employees file',
    notes: [
      `${large}, with the columns of an employees file.`,
      'Employees who were uploaded before are skipped, so you can correct a file and import it again.',
      benefitNote,
    ],
  },
  leavers: {
    title: 'Upload leavers',
    label: 'Leavers file',
    notes: [
      `${large}.`,
      'Required column, named in the first row: Email, Key Fob, or Employee Number.',
      benefitNote,
    ],
  },
  roster: {
    title: 'Upload a full roster',
    label: 'Roster file',
    notes: [
      `${large}, with the columns of an employees file.`,
      'Include everyone in the program. Memberships of employees who are not in the file end.',
      benefitNote,
    ],
  },
} as const;
const endings = ['.xlsx', '.csv', '.834', '.edi', '.x12', '.txt', '.dat'] as const;
const limits = { accept: endings, maxBytes: maxImportBytes, tooLarge: importTooLarge } as const;
const formOf = (label: string) => z.object({ file: fileField({ label, ...limits }) });
const forms = {
  additions: formOf(kinds.additions.label),
  leavers: formOf(kinds.leavers.label),
  roster: formOf(kinds.roster.label),
};

/** Files that one request validates, so that errors appear at the field and the columns can be selected. */
async function isSmall(kind: RosterChangeKind, file: File): Promise<boolean> {
  if (file.size > maxUploadBytes || isX12(await file.slice(0, 400).text())) return false;
  return kind === 'leavers' || file.name.toLowerCase().endsWith('.xlsx');
}

interface UploadChangeProps {
  partnerId: string;
  kind: RosterChangeKind;
  onBegun: (changeId: string) => void;
  onClose: () => void;
}

/** Reads a small file in a request and uploads a large one in parts, with its progress. */
function useReading({ partnerId, kind, onBegun }: Omit<UploadChangeProps, 'onClose'>) {
  const begin = useAction(employees.beginRosterChange);
  const check = useAction(employees.checkUpload);
  const [checked, setChecked] = useState<{ file: File; check: UploadCheck }>();
  const [sent, setSent] = useState<{ bytes: number; total: number }>();
  const importLarge = async (file: File) => {
    const total = file.size;
    setSent({ bytes: 0, total });
    try {
      const begun = await importLargeFile(file, { partnerId, kind }, (bytes) => setSent({ bytes, total }));
      onBegun(begun.changeId);
    } finally {
      setSent(undefined);
    }
  };
  /** Reads a file after its columns are settled; leavers files have none to select. */
  const readFile = async (file: File) => {
    if (!(await isSmall(kind, file))) return importLarge(file);
    const uploadCheck =
      kind === 'leavers' ? undefined : await check.run({ body: { partnerId } }, { files: { file } });
    if (uploadCheck && needsChoice(uploadCheck)) setChecked({ file, check: uploadCheck });
    else onBegun((await begin.run({ body: { partnerId, kind } }, { files: { file } })).changeId);
  };
  return { readFile, checked, setChecked, sent, isReading: check.running || begin.running };
}

function UploadChange({ onClose, ...upload }: UploadChangeProps) {
  const { partnerId, kind } = upload;
  const { readFile, checked, setChecked, sent, isReading } = useReading(upload);
  const save = useAction(employees.saveUploadColumns);
  const { title, notes } = kinds[kind];
  if (checked)
    return (
      <ColumnsPopup
        fileName={checked.file.name}
        check={checked.check}
        isSaving={save.running || isReading}
        onSave={(chosen) => {
          const body = { ...chosen, version: checked.check.mapping.version };
          void save
            .act({ params: { partnerId }, body })
            .then((saved) => (saved ? readFile(checked.file) : undefined))
            .catch(showFailure);
        }}
        secondary={<Button onClick={() => setChecked(undefined)}>Choose another file</Button>}
        onClose={onClose}
      />
    );
  return (
    <Popup open title={title} locked={sent !== undefined} onClose={onClose}>
      <ul>
        {notes.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p>You see a preview first. Nothing is changed until you confirm it.</p>
      <Form
        schema={forms[kind]}
        submitLabel="Read file"
        busyLabel="Reading…"
        guard={false}
        onSubmit={async ({ file }) => {
          if (file) await readFile(file);
        }}
      >
        <Field name="file" kind="file" accept={limits.accept} maxBytes={maxImportBytes} />
        {sent && <UploadProgress {...sent} />}
      </Form>
    </Popup>
  );
}

const UploadProgress = ({ bytes, total }: { bytes: number; total: number }) => (
  <ProgressBar
    label="Uploading the file"
    done={bytes}
    total={total}
    text={`${fileSize(bytes)} of ${fileSize(total)} uploaded`}
  />
);

export const ChangeStatus = ({ status }: Pick<RosterChange, 'status'>) => {
  const option = rosterChangeStatuses.find(({ id }) => id === status);
  return option ? <StatusBadge color={option.color} label={option.name} /> : null;
};

type Row = ResponseOf<typeof employees.rosterChanges>['items'][number];

const columnsOf = (addressOf: (id: string) => string): readonly Column<Row>[] => [
  {
    key: 'fileName',
    title: 'File',
    render: ({ id, fileName }) => <Link to={addressOf(id)}>{fileName}</Link>,
  },
  { key: 'kind', title: 'Kind', render: fileKindName },
  { key: 'status', title: 'Status', render: (row) => <ChangeStatus status={row.status} /> },
  { key: 'startedAt', title: 'When', render: ({ startedAt }) => <DateText date={startedAt} /> },
  { key: 'startedBy', title: 'Who' },
  { key: 'add', title: 'Added', kind: 'number', render: ({ counts }) => counts.add },
  { key: 'change', title: 'Changed', kind: 'number', render: ({ counts }) => counts.change },
  { key: 'end', title: 'Ended', kind: 'number', render: ({ counts }) => counts.end },
];

function RosterChanges({ partnerId }: { partnerId: string }) {
  const { role } = useSession();
  const navigate = useNavigate();
  const [{ upload }, setAddress] = useAddress('upload');
  const open = rosterChangeKinds.find((kind) => kind === upload);
  const setOpen = (kind: RosterChangeKind | undefined) => setAddress({ upload: kind });
  const list = useList(employees.rosterChanges, { query: { partnerId } });
  return (
    <>
      <PageHeading
        title="Imports"
        lead="Import new employees, employees who leave, or your full roster from files of up to 20 MB. You review every change before it is applied."
        actions={
          <>
            <Link className={buttonClass('plain')} to={employeesAddress(role, partnerId)}>
              Back to employees
            </Link>
            <Button icon="upload" onClick={() => setOpen('additions')}>
              Import employees
            </Button>
            <Button icon="upload" onClick={() => setOpen('leavers')}>
              Upload leavers
            </Button>
            <Button icon="upload" onClick={() => setOpen('roster')}>
              Upload a full roster
            </Button>
          </>
        }
      />
      <Table
        {...list}
        caption="Imports"
        captionHidden
        rowKey={({ id }) => id}
        columns={columnsOf((id) => rosterChangeAddress(role, partnerId, id))}
        empty={
          <EmptyState
            title="No imports yet"
            text="Upload a file to preview added, changed, and ending memberships before you confirm."
          />
        }
      />
      {open && (
        <UploadChange
          partnerId={partnerId}
          kind={open}
          onBegun={(changeId) => void navigate(rosterChangeAddress(role, partnerId, changeId))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

export default partnerPage(RosterChanges);
