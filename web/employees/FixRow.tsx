import { useId } from 'react';
import { fileColumns, type FileField } from '../../shared/employees/files/column-mapping.ts';
import { suggestionTitles, type Suggestion } from '../../shared/employees/suggestions.ts';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import { Button } from '../ui/Button.tsx';

interface FixRowProps {
  row: RefusedRow;
  fields: Partial<Record<FileField, string>>;
  suggestion: Suggestion | undefined;
  isFixed: boolean;
  onChange: (fields: Partial<Record<FileField, string>>) => void;
}

/** Failed row with its reason, its cells, and a suggested correction. */
export function FixRow({ row, fields, suggestion, isFixed, onChange }: FixRowProps) {
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
