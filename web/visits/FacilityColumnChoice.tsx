import { useState } from 'react';
import { dateOrder, dateOrderNames, type DateOrder } from '../../shared/employees/date-order.ts';
import type { FacilityColumns } from '../../shared/visits/facility-columns.ts';
import type { FacilityFileCheck, FacilityFileChoice } from '../../shared/visits/facility-file-check.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';

/** Returns true if the user must decide before the file can be read. */
export const needsFacilityChoice = ({ error, asksDateOrder }: FacilityFileCheck): boolean =>
  error !== '' || asksDateOrder;

interface FacilityColumnChoiceProps {
  check: FacilityFileCheck;
  isBusy: boolean;
  onChosen: (choice: FacilityFileChoice) => void;
}

/** Selects the columns of a club file with sample values, once for each format. */
export function FacilityColumnChoice({ check, isBusy, onChosen }: FacilityColumnChoiceProps) {
  const { titles, columns, error, asksDateOrder } = check;
  const [chosen, setChosen] = useState<FacilityColumns>(() =>
    Object.fromEntries(columns.flatMap(({ field, from }) => (from === null ? [] : [[field, from]]))),
  );
  const [order, setOrder] = useState<DateOrder>();
  const isMember = Boolean(chosen.keyFob || chosen.memberId || chosen.email);
  const isReady = isMember && Boolean(chosen.date) && (!asksDateOrder || order !== undefined);
  return (
    <>
      {error && <p role="alert">{error} Nothing was imported.</p>}
      {asksDateOrder && <p role="alert">The dates fit MM/DD/YYYY and DD/MM/YYYY. Select their order.</p>}
      <p>Match the columns of this file. The same columns are used for the next files of this format.</p>
      <div className="form-grid">
        {columns.map(({ field, title }) => (
          <LabeledSelect
            key={field}
            label={title}
            value={chosen[field] ?? ''}
            options={titles.map(({ title: name, samples }) => ({
              id: name,
              name: samples.length > 0 ? `${name} (${samples.join(', ')})` : name,
            }))}
            placeholder="Not in this file"
            disabled={isBusy}
            onChange={(value) => setChosen({ ...chosen, [field]: value })}
          />
        ))}
        {asksDateOrder && (
          <LabeledSelect
            label="Date order"
            value={order ?? ''}
            options={dateOrder.options.map((id) => ({ id, name: dateOrderNames[id] }))}
            placeholder="Select an order"
            disabled={isBusy}
            onChange={(value) => setOrder(dateOrder.options.find((option) => option === value))}
          />
        )}
      </div>
      <p>
        <Button
          kind="primary"
          disabled={!isReady}
          busy={isBusy}
          busyLabel="Importing…"
          onClick={() => onChosen({ columns: chosen, dateOrder: order ?? null })}
        >
          Import with these columns
        </Button>
      </p>
    </>
  );
}
