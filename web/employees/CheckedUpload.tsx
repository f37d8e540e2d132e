import { useState } from 'react';
import { employees } from '../../shared/contracts/employees.ts';
import { needsChoice, type UploadCheck } from '../../shared/employees/files/upload-check.ts';
import { plural } from '../../shared/plural.ts';
import { useAction } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Popup } from '../ui/Popup.tsx';
import { Table } from '../ui/Table.tsx';
import { ColumnChoice, type ChosenColumns } from './ColumnChoice.tsx';

interface CheckedUploadProps {
  partnerId: string;
  file: File;
  found: UploadCheck;
  onFound: (found: UploadCheck) => void;
  onBegun: (jobId: string) => void;
  onBack: () => void;
  onClose: () => void;
}

const confirmLabel = ({ added, refused }: UploadCheck) =>
  added > 0 ? `Add ${plural(added, 'employee', 'employees')}` : `Fix ${plural(refused, 'row', 'rows')}`;

/** Checks the file again with another sheet or column mapping, which is stored for the partner's next files. */
function useColumns({ partnerId, file, found, onFound }: CheckedUploadProps, onRight: () => void) {
  const check = useAction(employees.checkUpload);
  const save = useAction(employees.saveUploadColumns);
  const checkAgain = async (chosen: string) => {
    const next = await check.act({ body: { partnerId, sheet: chosen } }, { files: { file } });
    if (next) onFound(next);
    return next;
  };
  const saveColumns = async (chosen: ChosenColumns) => {
    const body = { ...chosen, version: found.mapping.version };
    await save.act({ params: { partnerId }, body });
    const next = await checkAgain(found.sheet);
    if (next && !needsChoice(next)) onRight();
  };
  return { checkAgain, saveColumns, isChecking: check.running, isSaving: save.running };
}

export function CheckedUpload(props: CheckedUploadProps) {
  const { partnerId, file, found, onBegun, onBack, onClose } = props;
  const upload = useAction(employees.upload);
  const [isChoosing, setIsChoosing] = useState(false);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { fileHash, sheet, sheets, added, refused, mapping } = found;

  const { checkAgain, saveColumns, isChecking, isSaving } = useColumns(props, () => setIsChoosing(false));
  const confirm = async () => {
    const begun = await upload.act({ body: { partnerId, fileHash, sheet } }, { files: { file } });
    if (begun) onBegun(begun.jobId);
  };
  const isOpen = isChoosing || needsChoice(found);
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
              {confirmLabel(found)}
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
            found={found}
            isSaving={isSaving || isChecking}
            actions={slot}
            onSave={(chosen) => void saveColumns(chosen)}
          />
        ) : (
          <UploadPreview found={found} onColumns={() => setIsChoosing(true)} />
        )}
      </div>
    </Popup>
  );
}

function UploadPreview({ found, onColumns }: { found: UploadCheck; onColumns: () => void }) {
  const { added, refused } = found;
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
      {found.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      <RefusedPreview found={found} />
      <p>
        <Button small onClick={onColumns}>
          Change columns
        </Button>
      </p>
    </>
  );
}

const linesOf = ({ lines, count }: UploadCheck['reasons'][number]) =>
  `${lines.map((line) => line.toLocaleString('en-US')).join(', ')}${count > lines.length ? ', …' : ''}`;

function RefusedPreview({ found: { reasons, refused, refusedRows } }: { found: UploadCheck }) {
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
