import { useState } from 'react';
import { employees } from '../../shared/contracts/employees.ts';
import { needsChoice, type UploadCheck } from '../../shared/employees/upload-check.ts';
import { plural } from '../../shared/number-words.ts';
import { useAction, showFailure } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Popup } from '../ui/Popup.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { ColumnChoice, type ChosenColumns } from './ColumnChoice.tsx';
import { Link } from 'react-router-dom';
import * as z from 'zod';
import {
  employeeColumns,
  employeeFields,
  fileTooLarge,
  maxUploadBytes,
  notAWorkbook,
} from '../../shared/employees/employee-rows.ts';
import { detailColumns, detailFields } from '../../shared/employees/roster-details.ts';
import { download } from '../app/api.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import { rosterChangesAddress } from './addresses.ts';

interface CheckedUploadProps {
  partnerId: string;
  file: File;
  check: UploadCheck;
  onCheck: (check: UploadCheck) => void;
  onBegun: (jobId: string) => void;
  onBack: () => void;
  onClose: () => void;
}

const confirmLabel = ({ added, refused }: UploadCheck) =>
  added > 0 ? `Add ${plural(added, 'employee', 'employees')}` : `Fix ${plural(refused, 'row', 'rows')}`;

/** Checks the file again with another sheet or column mapping, which is stored for the partner's next files. */
function useColumns(
  { partnerId, file, check: uploadCheck, onCheck }: CheckedUploadProps,
  onRight: () => void,
) {
  const check = useAction(employees.checkUpload);
  const save = useAction(employees.saveUploadColumns);
  const checkAgain = async (chosen: string) => {
    const next = await check.act({ body: { partnerId, sheet: chosen } }, { files: { file } });
    if (next) onCheck(next);
    return next;
  };
  const saveColumns = async (chosen: ChosenColumns) => {
    const body = { ...chosen, version: uploadCheck.mapping.version };
    await save.act({ params: { partnerId }, body });
    const next = await checkAgain(uploadCheck.sheet);
    if (next && !needsChoice(next)) onRight();
  };
  return { checkAgain, saveColumns, isChecking: check.running, isSaving: save.running };
}

function CheckedUpload(props: CheckedUploadProps) {
  const { partnerId, file, check, onBegun, onBack, onClose } = props;
  const upload = useAction(employees.upload);
  const [isChoosing, setIsChoosing] = useState(false);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { fileHash, sheet, sheets, added, refused, mapping } = check;

  const { checkAgain, saveColumns, isChecking, isSaving } = useColumns(props, () => setIsChoosing(false));
  const confirm = async () => {
    const begun = await upload.act({ body: { partnerId, fileHash, sheet } }, { files: { file } });
    if (begun) onBegun(begun.jobId);
  };
  const isOpen = isChoosing || needsChoice(check);
  return (
    <Popup
      open
      title={`Check ${file.name}`}
      size="large"
      locked={upload.running}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>Choose another file</Button>
          <span ref={setSlot} className="action-slot" />
          {!isOpen && added + refused > 0 && (
            <Button kind="action" busy={upload.running} busyLabel="Uploading…" onClick={() => void confirm()}>
              {confirmLabel(check)}
            </Button>
          )}
        </>
      }
    >
      <div className="checked-upload">
        {sheets.length > 1 && (
          <LabeledSelect
            label="Sheet"
            value={sheet}
            options={sheets.map((name) => ({ id: name, name }))}
            disabled={isChecking}
            onChange={(chosen) => void checkAgain(chosen)}
          />
        )}
        {isOpen ? (
          <ColumnChoice
            key={fileHash + sheet + mapping.version}
            check={check}
            isSaving={isSaving || isChecking}
            actions={slot}
            onSave={(chosen) => void saveColumns(chosen)}
          />
        ) : (
          <UploadPreview check={check} onColumns={() => setIsChoosing(true)} />
        )}
      </div>
    </Popup>
  );
}

function UploadPreview({ check, onColumns }: { check: UploadCheck; onColumns: () => void }) {
  const { added, refused } = check;
  return (
    <>
      <p aria-live="polite">
        <strong>
          {added + refused === 0
            ? 'The file contains no employees.'
            : `${plural(added, 'employee', 'employees')} will be added.`}
        </strong>{' '}
        {refused > 0 && `${plural(refused, 'row', 'rows')} will be refused. You can fix them afterwards.`} No
        employees have been added yet.
      </p>
      {check.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      {check.first.length > 0 && (
        <Table
          rows={check.first}
          totalCount={undefined}
          compact
          caption="First people as they will be stored"
          rowKey={({ email }) => email}
          columns={peopleColumns(check.first)}
        />
      )}
      <RefusedPreview check={check} />
      <p>
        <Button small onClick={onColumns}>
          Change columns
        </Button>
      </p>
    </>
  );
}

type Person = UploadCheck['first'][number];

/** Returns the columns of the first people: the names, the email, and every other field with a value. */
const peopleColumns = (people: readonly Person[]): Column<Person>[] => [
  { key: 'firstName', title: 'First name' },
  { key: 'lastName', title: 'Last name', joinsTitle: true },
  { key: 'email', title: 'Email' },
  ...[...new Set(people.flatMap(({ others }) => others.map(({ title }) => title)))].map(
    (title): Column<Person> => ({
      key: title,
      title,
      render: ({ others }) => others.find((field) => field.title === title)?.value,
    }),
  ),
];

const linesOf = ({ lines, count }: UploadCheck['reasons'][number]) =>
  `${lines.map((line) => line.toLocaleString('en-US')).join(', ')}${count > lines.length ? ', …' : ''}`;

function RefusedPreview({ check: { reasons, refused, refusedRows } }: { check: UploadCheck }) {
  if (refused === 0) return null;
  return (
    <>
      <Table
        rows={reasons}
        totalCount={undefined}
        compact
        caption="Why rows are refused"
        rowKey={({ reason }) => reason}
        columns={[
          { key: 'reason', title: 'Reason', wrap: true },
          { key: 'count', title: 'Rows', kind: 'number' },
          { key: 'lines', title: 'Lines', wrap: true, render: linesOf },
        ]}
      />
      <details>
        <summary>
          {refused > refusedRows.length
            ? `Show the first ${refusedRows.length} refused rows`
            : 'Show the refused rows'}
        </summary>
        <Table
          rows={refusedRows}
          totalCount={undefined}
          compact
          caption="Refused rows"
          captionHidden
          rowKey={({ line }) => String(line)}
          columns={[
            { key: 'line', title: 'Line', kind: 'number' },
            { key: 'name', title: 'Employee', render: ({ name }) => name || '–' },
            { key: 'email', title: 'Email' },
            { key: 'reason', title: 'Reason', wrap: true },
          ]}
        />
      </details>
    </>
  );
}

const form = z.object({
  file: fileField({
    label: 'Employees file',
    accept: ['.xlsx'],
    maxBytes: maxUploadBytes,
    tooLarge: fileTooLarge,
    wrongKind: notAWorkbook,
  }),
});
const titles = (optional: boolean) =>
  new Intl.ListFormat('en-US').format(
    employeeFields
      .map((field) => employeeColumns[field])
      .filter((column) => 'optional' in column === optional)
      .map(({ title }) => title),
  );
const detailTitles = new Intl.ListFormat('en-US').format(
  detailFields.map((field) => detailColumns[field].title),
);

interface UploadProps {
  partnerId: string;
  onBegun: (jobId: string) => void;
  onClose: () => void;
}

/** Uploads a workbook of employees after a preview; the job shows the results. */
export function UploadEmployees({ partnerId, onBegun, onClose }: UploadProps) {
  const { role } = useSession();
  const check = useAction(employees.checkUpload);
  const [checked, setChecked] = useState<{ file: File; check: UploadCheck }>();
  if (checked)
    return (
      <CheckedUpload
        partnerId={partnerId}
        {...checked}
        onCheck={(uploadCheck) => setChecked({ ...checked, check: uploadCheck })}
        onBegun={onBegun}
        onBack={() => setChecked(undefined)}
        onClose={onClose}
      />
    );
  return (
    <Popup open title="Upload employees" onClose={onClose}>
      <p>Add all employees from one Excel file.</p>
      <ul>
        <li>
          Format: .xlsx, at most 25 KB.{' '}
          <Link to={`${rosterChangesAddress(role, partnerId)}?upload=additions`}>Import a large file</Link>, a
          .csv of up to 20 MB, or an 834 file.
        </li>
        <li>Required columns, named above the rows: {titles(false)}.</li>
        <li>Optional columns: {titles(true)} (MM/DD/YYYY).</li>
        <li>Optional columns for the member profile: {detailTitles}.</li>
      </ul>
      <p>
        <Button
          icon="download"
          onClick={() => void download(employees.uploadTemplate, {}).catch(showFailure)}
        >
          Download template
        </Button>
      </p>
      <p>You see a preview first. No emails are sent until you select Invite.</p>
      <Form
        schema={form}
        submitLabel="Check file"
        busyLabel="Checking…"
        guard={false}
        onSubmit={async ({ file }) => {
          if (file)
            setChecked({ file, check: await check.run({ body: { partnerId } }, { files: { file } }) });
        }}
      >
        <Field name="file" kind="file" accept={['.xlsx']} maxBytes={maxUploadBytes} />
      </Form>
    </Popup>
  );
}
