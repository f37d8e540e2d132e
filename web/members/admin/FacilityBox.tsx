import { useId, useState } from 'react';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { partners } from '../../../shared/contracts/partners.ts';
import { useEndpoint } from '../../app/data.ts';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { useRested } from '../../ui/use-rested.ts';

const takeCount = 50;

interface BoxProps {
  label: string;
  /** The ID of the chosen record; empty for none. */
  value: string;
  placeholder?: string;
  onChange: (id: string) => void;
}

interface FacilityBoxProps extends BoxProps {
  afOnly?: boolean;
}

export function FacilityBox({ afOnly, placeholder = 'All facilities', ...box }: FacilityBoxProps) {
  const typing = useTyping();
  const { searchTerm } = typing;
  const found = useEndpoint(facilities.dropdown, { query: { searchTerm, takeCount, afOnly } });
  const chosen = useEndpoint(facilities.get, box.value === '' ? null : { query: { facilityId: box.value } });
  const clubs = found.data ?? [];
  const isThere = clubs.some((club) => club.id === box.value);
  const shown = chosen.data && !isThere ? [...clubs, chosen.data] : clubs;
  const options = shown.map((club) => ({ value: club.id, label: `${club.name} (${club.facilityNumber})` }));
  return (
    <LookupBox
      {...box}
      {...typing}
      name="facility"
      placeholder={placeholder}
      options={options}
      isLoading={found.loading}
    />
  );
}

export function PartnerBox(box: BoxProps) {
  const typing = useTyping();
  const { searchTerm } = typing;
  const found = useEndpoint(partners.list, { query: searchTerm === '' ? {} : { filter: searchTerm } });
  const chosen = useEndpoint(partners.get, box.value === '' ? null : { query: { partnerId: box.value } });
  const rows = found.data?.items ?? [];
  const isThere = rows.some(({ id }) => id === box.value);
  const shown = chosen.data && !isThere ? [...rows, chosen.data] : rows;
  const options = shown.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <LookupBox
      {...box}
      {...typing}
      name="partner"
      placeholder="All partners"
      options={options}
      isLoading={found.loading}
    />
  );
}

function useTyping() {
  const [typed, setTyped] = useState('');
  const searchTerm = useRested(typed);
  return { searchTerm, isTyping: typed !== searchTerm, onType: setTyped };
}

interface LookupBoxProps extends BoxProps, ReturnType<typeof useTyping> {
  name: string;
  options: { value: string; label: string }[];
  isLoading: boolean;
}

function LookupBox({ label, value, placeholder, onChange, name, options, ...search }: LookupBoxProps) {
  const id = useId();
  return (
    <div className="field facility-box">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <SearchSelect
        id={id}
        name={name}
        label={label}
        required={false}
        invalid={false}
        describedBy={undefined}
        placeholder={placeholder}
        value={value}
        options={options}
        onType={search.onType}
        isSearching={search.isTyping || search.isLoading}
        onChange={(next) => onChange(typeof next === 'string' ? next : '')}
        onBlur={() => {}}
      />
    </div>
  );
}
