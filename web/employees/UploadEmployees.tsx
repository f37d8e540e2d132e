import * as z from 'zod';
import { employees } from '../../shared/employees/contract.ts';
import { employeeColumns, employeeFields } from '../../shared/employees/employee-rows.ts';
import { detailColumns, detailFields } from '../../shared/employees/roster-details.ts';
import { fileTooLarge, largestUpload, notAWorkbook } from '../../shared/employees/upload-limits.ts';
import { download } from '../app/api.ts';
import { showFailure, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import { Popup } from '../ui/Popup.tsx';

const form = z.object({
  file: fileField({
    label: 'Employees file',
    accept: ['.xlsx'],
    maxBytes: largestUpload,
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

/** Uploads a workbook of employees; what comes of its rows is shown by the job. */
export function UploadEmployees({ partnerId, onBegun, onClose }: UploadProps) {
  const upload = useAction(employees.upload);
  return (
    <Popup open title="Upload employees" onClose={onClose}>
      <p>Add everybody on your roster from one Excel file.</p>
      <ul>
        <li>Format: .xlsx, at most 25 KB. Split a larger roster into several files.</li>
        <li>Needed columns, named in the first row: {titles(false)}.</li>
        <li>Columns you can add: {titles(true)} (MM/DD/YYYY).</li>
        <li>Columns for the member's profile, if you have them: {detailTitles}.</li>
      </ul>
      <p>
        <Button
          icon="download"
          onClick={() => void download(employees.uploadTemplate, {}).catch(showFailure)}
        >
          Download template
        </Button>
      </p>
      <p>No emails are sent until you select Invite.</p>
      <Form
        schema={form}
        submitLabel="Upload"
        busyLabel="Uploading…"
        guard={false}
        onSubmit={async ({ file }) => {
          if (file) onBegun((await upload.run({ body: { partnerId } }, { files: { file } })).jobId);
        }}
      >
        <Field name="file" kind="file" accept={['.xlsx']} maxBytes={largestUpload} />
      </Form>
    </Popup>
  );
}
