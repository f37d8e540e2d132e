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

/** The columns that a user selects for the fields of a file. */
function useChosenColumns({ titles, samples, mapping, questions, ...check }: ColumnCheck) {
  const [fullName, setFullName] = useState(check.fullName);
  const columns = check.columns.filter(({ field }) => fullName === null || !isName(field));
  const [chosen, setChosen] = useState<ColumnMapping>(() =>
    Object.fromEntries(questions.map(({ field, title }) => [field, title]).toReversed()),
  );
  const samplesOf = (title: string) => (samples[titles.indexOf(title)] ?? []).join(', ');
  const valueOf = (field: FileField, from: string | null) => chosen[field] ?? from ?? '';
  /** Returns the choices without optional fields of a column that the user selects for another field. */
  const released = (title: string): ColumnMapping => ({
    ...chosen,
    ...Object.fromEntries(
      columns
        .filter(({ field, from, isRequired }) => !isRequired && valueOf(field, from) === title)
        .map(({ field }) => [field, '']),
    ),
  });
  const selected = [fullName ?? '', ...columns.map(({ field, from }) => valueOf(field, from))].filter(
    (title) => title !== '',
  );
  return {
    fullName,
    columns: columns.map((column) => ({ ...column, value: valueOf(column.field, column.from) })),
    options: titles.map((name) => ({ id: name, name: optionName(name, samplesOf(name)) })),
    samplesOf,
    selected,
    sharedTitle: selected.find((title, index) => selected.indexOf(title) !== index),
    mapping: mappingOf({ ...mapping.columns, ...chosen }, fullName),
    selectFullName: (title: string | null) => {
      setFullName(title);
      if (title) setChosen(released(title));
    },
    select: (field: FileField, title: string) => setChosen({ ...released(title), [field]: title }),
  };
}

export function ColumnChoice({ check, isSaving, actions, onSave }: ColumnChoiceProps) {
  const { asksDateOrder } = check;
  const { fullName, columns, options, samplesOf, selected, sharedTitle, mapping, selectFullName, select } =
    useChosenColumns(check);
  const [dateOrder, setDateOrder] = useState<DateOrder>();
  const isMissing = fullName === '' || columns.some(({ isRequired, value }) => isRequired && value === '');
  const save = () =>
    onSave({ columns: mapping, ignored: ignoredOf(check, selected), ...(dateOrder && { dateOrder }) });
  return (
    <>
      <OpenQuestions check={check} />
      <p>Match the columns of your file. The same columns are used for your next files.</p>
      <div className="form-grid">
        <NameColumns
          value={fullName}
          suggested={check.fullName}
          options={options}
          hint={samplesOf(fullName ?? '')}
          disabled={isSaving}
          onChange={selectFullName}
        />
        {columns.map(({ field, title, value, isRequired }) => (
          <LabeledSelect
            key={field}
            label={isRequired ? title : `${title} (optional)`}
            value={value}
            options={options}
            hint={samplesOf(value) || undefined}
            placeholder={isRequired ? 'Select a column' : 'Not in this file'}
            disabled={isSaving}
            onChange={(selectedTitle) => select(field, selectedTitle)}
          />
        ))}
        {asksDateOrder && <DateOrderChoice value={dateOrder} disabled={isSaving} onChange={setDateOrder} />}
      </div>
      {sharedTitle !== undefined && (
        <p role="alert">{`“${sharedTitle}” is selected twice. Select another column.`}</p>
      )}
      <SaveButton
        container={actions}
        disabled={isMissing || sharedTitle !== undefined || (asksDateOrder && !dateOrder)}
        busy={isSaving}
        onClick={save}
      />
    </>
  );
}

const isName = (field: FileField): boolean => field === 'firstName' || field === 'lastName';

const nameChoices = [
  { id: 'two', name: 'First and last name in two columns' },
  { id: 'full', name: 'Full name in one column, split for each row' },
];

interface SaveButtonProps {
  container: HTMLElement | null;
  disabled: boolean;
  busy: boolean;
  onClick: () => void;
}

const SaveButton = ({ container, ...button }: SaveButtonProps) =>
  container &&
  createPortal(
    <Button kind="primary" busyLabel="Saving columns…" {...button}>
      Save columns
    </Button>,
    container,
  );

/** Returns the mapping with the column of full names, or with the two columns of names. */
function mappingOf(columns: ColumnMapping, fullName: string | null): ColumnMapping {
  const { fullName: _former, ...others } = columns;
  const { firstName: _first, lastName: _last, ...withoutNames } = others;
  return fullName === null ? others : { ...withoutNames, fullName };
}

/** Returns the titles that are not read from now on. */
function ignoredOf({ mapping, titles }: ColumnCheck, selected: readonly string[]): string[] {
  const unused = [...mapping.ignored, ...titles].filter((title) => !selected.includes(title));
  return [...new Set(unused)];
}

interface NameColumnsProps {
  /** Column of full names; '' if it is not selected yet, null for two columns. */
  value: string | null;
  suggested: string | null;
  options: readonly { id: string; name: string }[];
  hint: string;
  disabled: boolean;
  onChange: (fullName: string | null) => void;
}

const NameColumns = ({ value, suggested, options, hint, disabled, onChange }: NameColumnsProps) => (
  <>
    <LabeledSelect
      label="Names"
      value={value === null ? 'two' : 'full'}
      options={nameChoices}
      disabled={disabled}
      onChange={(choice) => onChange(choice === 'full' ? (suggested ?? '') : null)}
    />
    {value !== null && (
      <LabeledSelect
        label="Full Name"
        value={value}
        options={options}
        hint={hint || undefined}
        placeholder="Select a column"
        disabled={disabled}
        onChange={onChange}
      />
    )}
  </>
);

const optionName = (title: string, samples: string) => (samples === '' ? title : `${title} (${samples})`);

function OpenQuestions({
  check: { columns, fullName, problem, questions },
}: Pick<ColumnChoiceProps, 'check'>) {
  const missingColumns = columns.filter(
    ({ field, from, isRequired }) => isRequired && from === null && !(fullName !== null && isName(field)),
  );
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
