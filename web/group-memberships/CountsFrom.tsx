import type { ReactNode } from 'react';
import { addPeriods, periodName } from '../../shared/calendar.ts';
import { Field } from '../ui/Field.tsx';

const monthsOffered = 13;

export function CountsFrom({ earliest, children }: { earliest: string; children?: ReactNode }) {
  const months = Array.from({ length: monthsOffered }, (_, ahead) => addPeriods(earliest, ahead));
  return (
    <div className="form-grid">
      <Field
        name="fromPeriod"
        kind="select"
        options={months.map((id) => ({ value: id, label: periodName(id) }))}
        placeholder={`As soon as possible: ${periodName(earliest)}`}
        hint={<>Earlier months do not change. {children}</>}
      />
    </div>
  );
}
