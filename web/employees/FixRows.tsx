import { useMemo, useState, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import { employeeColumns, employeeFields, type EmployeeField } from '../../shared/employees/employee-rows.ts';
import { detailColumns, detailFields, type DetailCells } from '../../shared/employees/roster-details.ts';
import {
  suggestionFor,
  suggestionKinds,
  suggestionTitles,
  type Suggestion,
} from '../../shared/employees/suggestions.ts';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import { fileColumns, type FileField } from '../../shared/employees/files/column-mapping.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';

type Fields = Record<EmployeeField, string> & DetailCells;

interface FixRowsProps {
  jobId: string;
  partnerId: string;
  rows: readonly RefusedRow[];
}

const initialRows = 50;

export function FixRows({ jobId, partnerId, rows }: FixRowsProps) {
  const [edits, setTyped] = useState<ReadonlyMap<number, Fields>>(new Map());
  const [most, setMost] = useState(initialRows);
  const fixAction = useAction(employees.fixRows);
  const navigate = useNavigate();
  const suggestions = useMemo(() => suggestionsOf(rows), [rows]);
  const open = [...suggestions].filter(([line]) => !edits.has(line));
  const change = (changes: readonly (readonly [RefusedRow, Partial<Fields>])[]) => {
    const next = new Map(edits);
    for (const [row, fields] of changes)
      next.set(row.line, { ...(next.get(row.line) ?? fieldsOf(row)), ...fields });
    setTyped(next);
  };
  const send = async () => {
    const fixedRows = [...edits].map(([line, fields]) => ({ line, ...fields }));
    const job = await fixAction.act({ params: { jobId }, body: { rows: fixedRows } });
    if (job) {
      await navigate(pathTo('uploadResults', {}, { job: job.jobId, partner: partnerId }));
    }
  };
  return (
    <section className="fix" aria-label="Rows that were not uploaded">
      <div className="fix-actions">
        <SuggestionButtons rows={rows} open={open} onTake={change} />
        <Button
          kind="primary"
          disabled={edits.size === 0}
          busy={fixAction.running}
          busyLabel="Uploading…"
          onClick={() => void send()}
        >
          {edits.size === 1 ? 'Upload 1 fixed row' : `Upload ${edits.size} fixed rows`}
        </Button>
      </div>
      <p className="quiet">Rows that you do not fix remain on this page and in the download.</p>
      <ul className="fix-rows">
        {rows.slice(0, most).map((row) => (
          <FixRow
            key={row.line}
            row={row}
            fields={edits.get(row.line) ?? fieldsOf(row)}
            suggestion={edits.has(row.line) ? undefined : suggestions.get(row.line)}
            isFixed={edits.has(row.line)}
            onChange={(fields) => change([[row, fields]])}
          />
        ))}
      </ul>
      {rows.length > most && <Button onClick={() => setMost(most + initialRows)}>Show more rows</Button>}
    </section>
  );
}

interface SuggestionButtonsProps {
  rows: readonly RefusedRow[];
  open: readonly (readonly [number, Suggestion])[];
  onTake: (changes: readonly (readonly [RefusedRow, Partial<Fields>])[]) => void;
}

const SuggestionButtons = ({ rows, open, onTake }: SuggestionButtonsProps) =>
  suggestionKinds.map((kind) => {
    const lines = open.filter(([, suggestion]) => suggestion.kind === kind);
    const takeAll = () =>
      onTake(
        rows.flatMap((row) => {
          const result = lines.find(([line]) => line === row.line)?.[1];
          return result ? [[row, result.fields] as const] : [];
        }),
      );
    return (
      lines.length > 1 && (
        <Button key={kind} small onClick={takeAll}>
          {`${suggestionTitles[kind]} in ${lines.length} rows`}
        </Button>
      )
    );
  });

const fieldsOf = ({ cells }: RefusedRow): Fields => ({
  ...(Object.fromEntries(
    employeeFields.map((field) => [field, cells[employeeColumns[field].title] ?? '']),
  ) as Record<EmployeeField, string>),
  ...Object.fromEntries(
    detailFields.flatMap((field) => {
      const cell = cells[detailColumns[field].title];
      return cell ? [[field, cell]] : [];
    }),
  ),
});

function suggestionsOf(rows: readonly RefusedRow[]): Map<number, Suggestion> {
  const domains = rows.flatMap(({ cells, reason }) => {
    const domain = /@([^\s@]+)$/.exec(cells[employeeColumns.email.title] ?? '')?.[1];
    return domain && !reason.includes('Email') ? [domain.toLowerCase()] : [];
  });
  return new Map(
    rows.flatMap((row) => {
      const suggestion = suggestionFor(fieldsOf(row), row.reason, domains);
      return suggestion ? [[row.line, suggestion] as const] : [];
    }),
  );
}

interface FixRowProps {
  row: RefusedRow;
  fields: Partial<Record<FileField, string>>;
  suggestion: Suggestion | undefined;
  isFixed: boolean;
  onChange: (fields: Partial<Record<FileField, string>>) => void;
}

function FixRow({ row, fields, suggestion, isFixed, onChange }: FixRowProps) {
  const id = useId();
  return (
    <li className="fix-row" data-fixed={isFixed}>
      <p id={`${id}-why`}>
        <strong>{`Line ${row.line}`}</strong> {isFixed ? 'Fixed, not uploaded yet.' : row.reason}
      </p>
      <div className="fix-fields">
        {(Object.keys(fields) as FileField[]).map((field) => (
          <label key={field} className="fix-field">
            <span>{fileColumns[field].title}</span>
            <input
              className="amplify-input control"
              value={fields[field]}
              maxLength={400}
              autoComplete="off"
              aria-describedby={`${id}-why`}
              onChange={(event) => onChange({ [field]: event.target.value })}
            />
          </label>
        ))}
      </div>
      {suggestion && (
        <p className="fix-suggestion">
          <Button small icon="check" onClick={() => onChange(suggestion.fields)}>
            {suggestionTitles[suggestion.kind]}
          </Button>
          <span>{suggestion.text}</span>
        </p>
      )}
    </li>
  );
}
