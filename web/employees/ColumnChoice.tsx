import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { ColumnMapping, FileField } from '../../shared/employees/column-questions.ts';
import {
  dateOrder as dateOrderSchema,
  dateOrderNames,
  type DateOrder,
} from '../../shared/employees/date-order.ts';
import type { ColumnCheck } from '../../shared/employees/upload-check.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';

interface ColumnChoiceProps {
  check: ColumnCheck;
  isSaving: boolean;
  /** Element of the dialog's actions, so that the button stays in view. */
  actions: HTMLElement | null;
  onSave: (chosen: ChosenColumns) => void;
}

export interface ChosenColumns {
  columns: ColumnMapping;
  ignored: string[];
  dateOrder?: DateOrder;
}

export function ColumnChoice({ check, isSaving, actions, onSave }: ColumnChoiceProps) {
  const { columns, titles, samples, mapping, questions, asksDateOrder } = check;
  const [chosen, setChosen] = useState<ColumnMapping>(() =>
    Object.fromEntries(questions.map(({ field, title }) => [field, title]).toReversed()),
  );
  const [dateOrder, setDateOrder] = useState<DateOrder>();
  const samplesOf = (title: string) => (samples[titles.indexOf(title)] ?? []).join(', ');
  const valueOf = (field: FileField, from: string | null) => chosen[field] ?? from ?? '';
  const isMissing = columns.some(({ field, from, isRequired }) => isRequired && valueOf(field, from) === '');
  const selected = columns.map(({ field, from }) => valueOf(field, from)).filter((title) => title !== '');
  const shared = selected.find((title, index) => selected.indexOf(title) !== index);
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
      <OpenQuestions check={check} />
      <p>Match the columns of your file. The same columns are used for your next files.</p>
      <div className="form-grid">
        {columns.map(({ field, title, from, isRequired }) => (
          <LabeledSelect
            key={field}
            label={isRequired ? title : `${title} (optional)`}
            value={valueOf(field, from)}
            options={titles.map((name) => ({ id: name, name: optionName(name, samplesOf(name)) }))}
            hint={samplesOf(valueOf(field, from)) || undefined}
            placeholder={isRequired ? 'Select a column' : 'Not in this file'}
            disabled={isSaving}
            onChange={(value) => setChosen({ ...chosen, [field]: value })}
          />
        ))}
        {asksDateOrder && <DateOrderChoice value={dateOrder} disabled={isSaving} onChange={setDateOrder} />}
      </div>
      {shared !== undefined && <p role="alert">{`“${shared}” is selected twice. Select another column.`}</p>}
      {actions &&
        createPortal(
          <Button
            kind="primary"
            disabled={isMissing || shared !== undefined || (asksDateOrder && !dateOrder)}
            busy={isSaving}
            busyLabel="Saving columns…"
            onClick={save}
          >
            Save columns
          </Button>,
          actions,
        )}
    </>
  );
}

const optionName = (title: string, samples: string) => (samples === '' ? title : `${title} (${samples})`);

function OpenQuestions({ check: { columns, problem, questions } }: Pick<ColumnChoiceProps, 'check'>) {
  const missingColumns = columns.filter(({ from, isRequired }) => isRequired && from === null);
  const named = new Intl.ListFormat('en-US').format(missingColumns.map(({ title }) => title));
  const why = missingColumns.length > 0 ? `Your file has no column for ${named}.` : problem;
  const titleOf = (field: FileField) => columns.find((column) => column.field === field)?.title;
  return (
    <>
      {problem && <p role="alert">{why} No employees were added.</p>}
      {questions.map(({ title, field }) => (
        <p key={title} role="alert">
          {`“${title}” may be ${titleOf(field)}. Select the column, or “Not in this file”.`}
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

const DateOrderChoice = ({ value, disabled, onChange }: DateOrderChoiceProps) => (
  <LabeledSelect
    label="Date order of the birth dates"
    value={value ?? ''}
    options={dateOrderSchema.options.map((id) => ({ id, name: dateOrderNames[id] }))}
    placeholder="Select an order"
    disabled={disabled}
    onChange={(order) => onChange(dateOrderSchema.options.find((option) => option === order))}
  />
);
