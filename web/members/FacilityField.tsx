import { useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { members } from '../../shared/contracts/members.ts';
import type { visits } from '../../shared/contracts/visits.ts';
import { useEndpoint } from '../app/data.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';
import { FieldFrame } from '../ui/FieldFrame.tsx';
import { SearchSelect } from '../ui/SearchSelect.tsx';

/** Milliseconds without a key before clubs are looked for (spec 3 §9). */
const waitMs = 400;

interface FacilityFieldProps {
  endpoint: typeof visits.reportableClubs | typeof members.clubsToRequest;
  memberId: string;
  /** Offered before a text is entered. */
  facilities?: readonly { id: string; name: string }[];
  hint: string;
}

/** The field `facilityId` of a form: a club that the endpoint finds. */
export function FacilityField({ endpoint, memberId, facilities = [], hint }: FacilityFieldProps) {
  const id = useId();
  const { field, fieldState } = useController({ name: 'facilityId' });
  const [typed, setTyped] = useState('');
  const [searchTerm, setSearchTerm] = useState('');
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  useEffect(() => {
    const timer = startTimer(() => setSearchTerm(typed), typed === '' ? 0 : waitMs);
    return () => stopTimer(timer);
  }, [typed]);
  const options = useEndpoint(endpoint, searchTerm === '' ? null : { query: { memberId, searchTerm } });
  const offered = searchTerm === '' ? facilities : (options.data ?? []);
  const value = typeof field.value === 'string' ? field.value : '';
  const choices =
    chosen && !offered.some((choice) => choice.id === chosen.id) ? [...offered, chosen] : offered;
  const ids = { control: id, hint: `${id}-hint`, error: `${id}-error` };
  const { error } = fieldState;
  return (
    <FieldFrame ids={ids} label="Club" required hint={hint} error={error?.message}>
      <SearchSelect
        id={id}
        name="facilityId"
        label="Club"
        required
        invalid={error !== undefined}
        describedBy={error ? `${ids.hint} ${ids.error}` : ids.hint}
        value={value}
        options={choices.map((facility) => ({ value: facility.id, label: facility.name }))}
        onType={setTyped}
        isSearching={typed !== searchTerm || options.loading}
        onChange={(next) => {
          setChosen(choices.find((facility) => facility.id === next));
          field.onChange(next);
        }}
        onBlur={field.onBlur}
      />
    </FieldFrame>
  );
}
