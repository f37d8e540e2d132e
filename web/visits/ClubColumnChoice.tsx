import { useState } from 'react';
import { dateOrder, dateOrderNames, type DateOrder } from '../../shared/employees/date-order.ts';
import type { ClubColumns } from '../../shared/visits/club-columns.ts';
import type { ClubFileCheck, ClubFileChoice } from '../../shared/visits/club-file-check.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';

/** Returns true if the user must decide before the file can be read. */
export const needsClubChoice = ({ problem, asksDateOrder }: ClubFileCheck): boolean =>
  problem !== '' || asksDateOrder;

interface ClubColumnChoiceProps {
  found: ClubFileCheck;
  isBusy: boolean;
  onChosen: (choice: ClubFileChoice) => void;
}

/** Selects the columns of a club file with sample values, once for each format. */
export function ClubColumnChoice({ found, isBusy, onChosen }: ClubColumnChoiceProps) {
  const { titles, columns, problem, asksDateOrder } = found;
  const [chosen, setChosen] = useState<ClubColumns>(() =>
    Object.fromEntries(columns.flatMap(({ field, from }) => (from === null ? [] : [[field, from]]))),
  );
  const [order, setOrder] = useState<DateOrder>();
  const isMember = Boolean(chosen.keyFob || chosen.memberId || chosen.email);
  const isReady = isMember && Boolean(chosen.date) && (!asksDateOrder || order !== undefined);
  return (
    <>
      {problem && <p role="alert">{problem} Nothing was imported.</p>}
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
