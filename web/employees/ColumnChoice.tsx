import { useState } from 'react';
import type { ColumnMapping, FileField } from '../../shared/employees/files/column-mapping.ts';
import {
  dateOrder as dateOrderSchema,
  dateOrderNames,
  type DateOrder,
} from '../../shared/employees/files/date-order.ts';
import type { UploadCheck } from '../../shared/employees/files/upload-check.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';

interface ColumnChoiceProps {
  found: UploadCheck;
  isSaving: boolean;
  onSave: (chosen: ChosenColumns) => void;
}

/** The columns of a file as they were chosen by hand. */
export interface ChosenColumns {
  columns: ColumnMapping;
  /** Titles of columns that are not read. */
  ignored: string[];
  dateOrder?: DateOrder;
}

/** True while something has to be chosen before the file is read. */
export const needsChoice = ({ problem, questions, asksDateOrder }: UploadCheck): boolean =>
  problem !== '' || questions.length > 0 || asksDateOrder;

/** Says which column of the file is what; it is kept for the partner's next files. */
export function ColumnChoice({ found, isSaving, onSave }: ColumnChoiceProps) {
  const { columns, titles, mapping, questions, asksDateOrder } = found;
  const [chosen, setChosen] = useState<ColumnMapping>(() =>
    Object.fromEntries(questions.map(({ field, title }) => [field, title]).toReversed()),
  );
  const [dateOrder, setDateOrder] = useState<DateOrder>();
  const valueOf = (field: FileField, from: string | null) => chosen[field] ?? from ?? '';
  const isMissing = columns.some(({ field, from, isRequired }) => isRequired && valueOf(field, from) === '');
  const save = () => {
    const used = new Set(columns.map(({ field, from }) => valueOf(field, from)));
    const ignored = titles.filter((title) => !used.has(title));
    onSave({
      columns: { ...mapping.columns, ...chosen },
      ignored: [...new Set([...mapping.ignored.filter((title) => !used.has(title)), ...ignored])],
      ...(dateOrder && { dateOrder }),
    });
  };
  return (
    <>
      <OpenQuestions found={found} />
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
        {asksDateOrder && <DateOrderChoice value={dateOrder} disabled={isSaving} onChange={setDateOrder} />}
      </div>
      <p>
        <Button
          kind="primary"
          disabled={isMissing || (asksDateOrder && !dateOrder)}
          busy={isSaving}
          busyLabel="Saving columns…"
          onClick={save}
        >
          Save columns
        </Button>
      </p>
    </>
  );
}

/** What has to be settled before the file is read: columns that are not found, and columns that may be a field. */
function OpenQuestions({ found: { columns, problem, questions } }: Pick<ColumnChoiceProps, 'found'>) {
  const notFound = columns.filter(({ from, isRequired }) => isRequired && from === null);
  const named = new Intl.ListFormat('en-US').format(notFound.map(({ title }) => title));
  const why = notFound.length > 0 ? `We did not find ${named} among the columns of this file.` : problem;
  const titleOf = (field: FileField) => columns.find((column) => column.field === field)?.title;
  return (
    <>
      {problem && <p role="alert">{why} No employee was added.</p>}
      {questions.map(({ title, field }) => (
        <p key={title} role="alert">
          {`“${title}” may be ${titleOf(field)}. Choose the column, or “Not in this file”.`}
        </p>
      ))}
    </>
  );
}

interface DateOrderChoiceProps {
  value: DateOrder | undefined;
  disabled: boolean;
  onChange: (order: DateOrder | undefined) => void;
}

/** Asks for the order of day and month where the birth dates of a file fit both. */
const DateOrderChoice = ({ value, disabled, onChange }: DateOrderChoiceProps) => (
  <LabeledSelect
    label="Order of the birth dates"
    value={value ?? ''}
    options={dateOrderSchema.options.map((id) => ({ id, name: dateOrderNames[id] }))}
    placeholder="Choose an order"
    disabled={disabled}
    onChange={(order) => onChange(dateOrderSchema.options.find((one) => one === order))}
  />
);
