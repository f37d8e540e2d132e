import { useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { visits } from '../../shared/visits/contract.ts';
import { useEndpoint } from '../app/data.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';
import { FieldFrame } from '../ui/FieldFrame.tsx';
import { SearchSelect } from '../ui/SearchSelect.tsx';

/** Milliseconds without a key before clubs are looked for (spec 3 §9). */
const waitMs = 400;

interface ReportedClubProps {
  memberId: string;
  /** The clubs that are likely: the home club, and those of the last visits. */
  clubs: readonly { id: string; name: string }[];
}

/** The club of a missing visit, for a member who may visit any of the chain: the likely ones first, others by typing. */
export function ReportedClub({ memberId, clubs }: ReportedClubProps) {
  const id = useId();
  const { field, fieldState } = useController({ name: 'facilityId' });
  const [typed, setTyped] = useState('');
  const [searchTerm, setSearchTerm] = useState('');
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  useEffect(() => {
    const timer = startTimer(() => setSearchTerm(typed), typed === '' ? 0 : waitMs);
    return () => stopTimer(timer);
  }, [typed]);
  const found = useEndpoint(
    visits.reportableClubs,
    searchTerm === '' ? null : { query: { memberId, searchTerm } },
  );
  const offered = searchTerm === '' ? clubs : (found.data ?? []);
  const value = typeof field.value === 'string' ? field.value : '';
  const shown = chosen && !offered.some((one) => one.id === chosen.id) ? [...offered, chosen] : offered;
  const ids = { control: id, hint: `${id}-hint`, error: `${id}-error` };
  const { error } = fieldState;
  return (
    <FieldFrame
      ids={ids}
      label="Club"
      required
      hint="Type a name, city or ZIP code to find another club of your chain."
      error={error?.message}
    >
      <SearchSelect
        id={id}
        name="facilityId"
        label="Club"
        required
        invalid={error !== undefined}
        describedBy={error ? `${ids.hint} ${ids.error}` : ids.hint}
        value={value}
        options={shown.map((club) => ({ value: club.id, label: club.name }))}
        onType={setTyped}
        isSearching={typed !== searchTerm || found.loading}
        onChange={(next) => {
          setChosen(shown.find((club) => club.id === next));
          field.onChange(next);
        }}
        onBlur={field.onBlur}
      />
    </FieldFrame>
  );
}
