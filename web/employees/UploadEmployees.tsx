import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod';
import { employees } from '../../shared/contracts/employees.ts';
import { employeeColumns, employeeFields } from '../../shared/employees/employee-rows.ts';
import type { UploadCheck } from '../../shared/employees/files/upload-check.ts';
import { detailColumns, detailFields } from '../../shared/employees/roster-details.ts';
import { fileTooLarge, maxUploadBytes, notAWorkbook } from '../../shared/employees/upload-limits.ts';
import { download } from '../app/api.ts';
import { showFailure, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import { Popup } from '../ui/Popup.tsx';
import { rosterChangesAddress } from './addresses.ts';
import { CheckedUpload } from './CheckedUpload.tsx';

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
          <Link to={`${rosterChangesAddress(role, partnerId)}?upload=additions`}>Import a large file</Link> or
          a .csv of up to 20 MB.
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
