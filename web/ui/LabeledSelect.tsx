import { useId } from 'react';
import { PlainSelect } from './PlainSelect.tsx';

interface LabeledSelectProps {
  label: string;
  value: string;
  options: readonly { id: string | number; name: string }[];
  onChange: (value: string) => void;
  disabled?: boolean;
  placeholder?: string;
}

export function LabeledSelect({
  label,
  value,
  options,
  onChange,
  disabled,
  placeholder,
}: LabeledSelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <PlainSelect
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </PlainSelect>
    </div>
  );
}
