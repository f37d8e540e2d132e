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
  const loaded = useEndpoint(facilities.dropdown, { query: { searchTerm, takeCount, afOnly } });
  const chosen = useEndpoint(facilities.get, box.value === '' ? null : { query: { facilityId: box.value } });
  const matches = loaded.data ?? [];
  const isThere = matches.some((facility) => facility.id === box.value);
  const choices = chosen.data && !isThere ? [...matches, chosen.data] : matches;
  const options = choices.map((facility) => ({
    value: facility.id,
    label: `${facility.name} (${facility.facilityNumber})`,
  }));
  return (
    <LookupBox
      {...box}
      {...typing}
      name="facility"
      placeholder={placeholder}
      options={options}
      isLoading={loaded.loading}
    />
  );
}

export function PartnerBox(box: BoxProps) {
  const typing = useTyping();
  const { searchTerm } = typing;
  const loaded = useEndpoint(partners.list, { query: searchTerm === '' ? {} : { filter: searchTerm } });
  const chosen = useEndpoint(partners.get, box.value === '' ? null : { query: { partnerId: box.value } });
  const rows = loaded.data?.items ?? [];
  const isThere = rows.some(({ id }) => id === box.value);
  const choices = chosen.data && !isThere ? [...rows, chosen.data] : rows;
  const options = choices.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <LookupBox
      {...box}
      {...typing}
      name="partner"
      placeholder="All partners"
      options={options}
      isLoading={loaded.loading}
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
