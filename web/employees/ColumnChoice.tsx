import { useState } from 'react';
import type { ColumnMapping, FileField } from '../../shared/employees/files/column-mapping.ts';
import type { UploadCheck } from '../../shared/employees/files/upload-check.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';

interface ColumnChoiceProps {
  found: UploadCheck;
  isSaving: boolean;
  onSave: (columns: ColumnMapping) => void;
}

/** Says which column of the file is what; it is kept for the partner's next files. */
export function ColumnChoice({ found, isSaving, onSave }: ColumnChoiceProps) {
  const [chosen, setChosen] = useState<ColumnMapping>({});
  const { columns, titles, problem, mapping } = found;
  const valueOf = (field: FileField, from: string | null) => chosen[field] ?? from ?? '';
  const isMissing = columns.some(({ field, from, isRequired }) => isRequired && valueOf(field, from) === '');
  const notFound = columns.filter(({ from, isRequired }) => isRequired && from === null);
  const named = new Intl.ListFormat('en-US').format(notFound.map(({ title }) => title));
  const why = notFound.length > 0 ? `We did not find ${named} among the columns of this file.` : problem;
  return (
    <>
      {problem && <p role="alert">{why} No employee was added.</p>}
      <p>Choose which column of your file is what. Your next files are read the same way.</p>
      <div className="form-grid">
        {columns.map(({ field, title, from, isRequired }) => (
          <LabeledSelect
            key={field}
            label={isRequired ? title : `${title} (optional)`}
            value={valueOf(field, from)}
            options={titles.map((name) => ({ id: name, name }))}
            placeholder={isRequired ? 'Choose a column' : 'Not in this file'}
            disabled={isSaving}
            onChange={(value) => setChosen({ ...chosen, [field]: value })}
          />
        ))}
      </div>
      <p>
        <Button
          kind="primary"
          disabled={isMissing}
          busy={isSaving}
          busyLabel="Saving columns…"
          onClick={() => onSave({ ...mapping.columns, ...chosen })}
        >
          Save columns
        </Button>
      </p>
    </>
  );
}
