import { useId, useState } from 'react';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { useEndpoint } from '../../app/data.ts';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { useRested } from '../../ui/use-rested.ts';

const takeCount = 50;

interface FacilityBoxProps {
  label: string;
  /** The id of the chosen club; empty for none. */
  value: string;
  afOnly?: boolean;
  placeholder?: string;
  onChange: (facilityId: string) => void;
}

export function FacilityBox({
  label,
  value,
  afOnly,
  placeholder = 'All facilities',
  onChange,
}: FacilityBoxProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const searchTerm = useRested(typed);
  const found = useEndpoint(facilities.dropdown, { query: { searchTerm, takeCount, afOnly } });
  const chosen = useEndpoint(facilities.get, value === '' ? null : { query: { facilityId: value } });
  const clubs = found.data ?? [];
  const isThere = clubs.some((club) => club.id === value);
  const shown = chosen.data && !isThere ? [...clubs, chosen.data] : clubs;
  return (
    <div className="field facility-box">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <SearchSelect
        id={id}
        name="facility"
        label={label}
        required={false}
        invalid={false}
        describedBy={undefined}
        placeholder={placeholder}
        value={value}
        options={shown.map((club) => ({ value: club.id, label: `${club.name} (${club.facilityNumber})` }))}
        onType={setTyped}
        isSearching={typed !== searchTerm || found.loading}
        onChange={(next) => onChange(typeof next === 'string' ? next : '')}
        onBlur={() => {}}
      />
    </div>
  );
}
