import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { approvals } from '../../shared/contracts/approvals.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { employeeColumns, employeeFields, type EmployeeField } from '../../shared/employees/employee-rows.ts';
import { detailColumns, detailFields, type DetailCells } from '../../shared/employees/roster-details.ts';
import {
  suggestionFor,
  suggestionKinds,
  suggestionTitles,
  type Suggestion,
  wrongFieldsOf,
} from '../../shared/employees/suggestions.ts';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import { plural } from '../../shared/number-words.ts';
import { fileColumns, fileFields, type FileField } from '../../shared/employees/column-questions.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction } from '../app/data.ts';
import { deleteDraft, loadDraft, saveDraft } from '../app/draft-storage.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';

type Fields = Record<EmployeeField, string> & DetailCells;

interface FixRowsProps {
  jobId: string;
  partnerId: string;
  fileName: string;
  rows: readonly RefusedRow[];
  onDiscarded: () => void;
}

const initialRows = 50;

export function FixRows({ jobId, partnerId, fileName, rows, onDiscarded }: FixRowsProps) {
  // the fixes of a file survive a reload and the way back in this tab
  const draftName = `fix-rows:${jobId}`;
  const [edits, setTyped] = useState(() => storedEdits(loadDraft(draftName), rows));
  const [most, setMost] = useState(initialRows);
  const fixAction = useAction(employees.fixRows, approvals.list);
  const navigate = useNavigate();
  const suggestions = useMemo(() => suggestionsOf(rows), [rows]);
  const open = [...suggestions].filter(([line]) => !edits.has(line));
  const change = (changes: readonly (readonly [RefusedRow, Partial<Fields>])[]) => {
    const next = new Map(edits);
    for (const [row, fields] of changes)
      next.set(row.line, { ...(next.get(row.line) ?? fieldsOf(row)), ...fields });
    setTyped(next);
    saveDraft(draftName, [...next]);
  };
  const send = async () => {
    const fixedRows = [...edits].map(([line, fields]) => ({ line, ...fields }));
    const job = await fixAction.act({ params: { jobId }, body: { rows: fixedRows } });
    if (job) {
      deleteDraft(draftName);
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
        <DiscardRows
          jobId={jobId}
          title={`Discard ${plural(rows.length, 'row', 'rows')} of ${fileName}?`}
          hasFixes={edits.size > 0}
          onDone={() => {
            deleteDraft(draftName);
            onDiscarded();
          }}
        />
      </div>
      <p className="quiet">Rows that you do not fix remain on this page and in the download.</p>
      <Table
        caption="Rows to fix"
        captionHidden
        columns={columnsOf({ rows, edits, suggestions, onChange: change })}
        rows={rows.slice(0, most)}
        rowKey={({ line }) => String(line)}
        totalCount={rows.length}
      />
      {rows.length > most && <Button onClick={() => setMost(most + initialRows)}>Show more rows</Button>}
    </section>
  );
}

interface DiscardRowsProps {
  jobId: string;
  title: string;
  /** True if fixes were entered that are not uploaded. */
  hasFixes: boolean;
  onDone: () => void;
}

function DiscardRows({ jobId, title, hasFixes, onDone }: DiscardRowsProps) {
  const discardAction = useAction(employees.discardRows, approvals.list);
  const confirm = useConfirm();
  const discard = async () => {
    const agreed = await confirm({
      title,
      text: `${hasFixes ? 'Your fixes are lost. ' : ''}The employees of these rows are not added. You can still download the rows. To add the employees later, upload them again.`,
      action: 'Discard',
      danger: true,
    });
    if (agreed && (await discardAction.act({ params: { jobId } }))) onDone();
  };
  return (
    <Button disabled={discardAction.running} onClick={() => void discard()}>
      Discard these rows
    </Button>
  );
}

function storedEdits(draft: unknown, rows: readonly RefusedRow[]): ReadonlyMap<number, Fields> {
  const edits = new Map(Array.isArray(draft) ? (draft as [number, Fields][]) : []);
  return new Map([...edits].filter(([line]) => rows.some((row) => row.line === line)));
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

interface FixColumns {
  rows: readonly RefusedRow[];
  edits: ReadonlyMap<number, Fields>;
  suggestions: ReadonlyMap<number, Suggestion>;
  onChange: (changes: readonly (readonly [RefusedRow, Partial<Fields>])[]) => void;
}

const reasonId = ({ line }: RefusedRow) => `why-line-${line}`;

/** Returns the columns of the table: the reasons, then the fields, those with a wrong cell first. */
function columnsOf({ rows, edits, suggestions, onChange }: FixColumns): Column<RefusedRow>[] {
  const wrong = new Set(rows.flatMap(({ reason }) => wrongFieldsOf(reason)));
  const present = new Set(rows.flatMap((row) => Object.keys(fieldsOf(row))));
  const fields = fileFields.filter((field) => present.has(field));
  return [
    { key: 'line', title: 'Line', render: ({ line }) => `Line ${line}` },
    {
      key: 'reason',
      title: 'Reason',
      wrap: true,
      render: (row) => (
        <FixReason
          row={row}
          isFixed={edits.has(row.line)}
          suggestion={suggestions.get(row.line)}
          onTake={(suggested) => onChange([[row, suggested]])}
        />
      ),
    },
    ...[...fields.filter((field) => wrong.has(field)), ...fields.filter((field) => !wrong.has(field))].map(
      (field): Column<RefusedRow> => ({
        key: field,
        title: fileColumns[field].title,
        render: (row) => (
          <FixCell
            row={row}
            field={field}
            value={(edits.get(row.line) ?? fieldsOf(row))[field] ?? ''}
            isWrong={!edits.has(row.line) && wrongFieldsOf(row.reason).includes(field)}
            onChange={(value) => onChange([[row, { [field]: value }]])}
          />
        ),
      }),
    ),
  ];
}

interface FixReasonProps {
  row: RefusedRow;
  isFixed: boolean;
  suggestion: Suggestion | undefined;
  onTake: (fields: Partial<Fields>) => void;
}

const FixReason = ({ row, isFixed, suggestion, onTake }: FixReasonProps) => (
  <div className="fix-reason">
    <span id={reasonId(row)}>{isFixed ? 'Fixed, not uploaded yet.' : row.reason}</span>
    {suggestion && !isFixed && (
      <span className="fix-suggestion">
        <Button small icon="check" onClick={() => onTake(suggestion.fields)}>
          {suggestionTitles[suggestion.kind]}
        </Button>
        <span>{suggestion.text}</span>
      </span>
    )}
  </div>
);

interface FixCellProps {
  row: RefusedRow;
  field: FileField;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

const FixCell = ({ row, field, value, isWrong, onChange }: FixCellProps) => (
  <span className="fix-cell" data-wrong={isWrong || undefined}>
    {isWrong && <Icon name="warning" size={16} />}
    <input
      className="amplify-input control"
      aria-label={`${fileColumns[field].title}, line ${row.line}`}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? reasonId(row) : undefined}
      value={value}
      maxLength={400}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  </span>
);
