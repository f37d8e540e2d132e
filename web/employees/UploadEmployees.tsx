import * as z from 'zod';
import { employees } from '../../shared/employees/contract.ts';
import { employeeColumns, employeeFields } from '../../shared/employees/employee-rows.ts';
import { fileTooLarge, largestUpload } from '../../shared/employees/upload-limits.ts';
import { useAction } from '../data.ts';
import { Form } from '../form.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import { Popup } from '../ui/Popup.tsx';

const form = z.object({
  file: fileField({
    label: 'Employees file',
    accept: ['.xlsx'],
    maxBytes: largestUpload,
    tooLarge: fileTooLarge,
    wrongKind: 'Choose an Excel file that ends in .xlsx.',
  }),
});
const titles = (optional: boolean) =>
  employeeFields
    .map((field) => employeeColumns[field])
    .filter((column) => 'optional' in column === optional)
    .map(({ title }) => title)
    .join(', ');

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
      <p>
        The first line names the columns {titles(false)}. {titles(true)} may be there too. Nobody is written
        to before you press Invite.
      </p>
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
