import type { ReactNode } from 'react';
import { addPeriods, periodName } from '../../shared/calendar.ts';
import { Field } from '../ui/Field.tsx';

const monthsOffered = 13;

/** The month from which a change of the terms counts; without a choice it is the first one that is possible. */
export function CountsFrom({ earliest, children }: { earliest: string; children?: ReactNode }) {
  const months = Array.from({ length: monthsOffered }, (_, ahead) => addPeriods(earliest, ahead));
  return (
    <div className="form-grid">
      <Field
        name="fromPeriod"
        kind="select"
        options={months.map((id) => ({ value: id, label: periodName(id) }))}
        placeholder={`As soon as possible: ${periodName(earliest)}`}
        hint={<>Earlier months keep their terms. {children}</>}
      />
    </div>
  );
}
