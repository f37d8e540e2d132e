import { type ComponentProps, useId } from 'react';
import { Icon } from './Icon.tsx';

export const PlainSelect = ({ children, className = '', ...rest }: ComponentProps<'select'>) => (
  <span className="control-group">
    <select {...rest} className={`amplify-input control ${className}`}>
      {children}
    </select>
    <span className="control-chevron" aria-hidden>
      <Icon name="chevron-down" size={16} />
    </span>
  </span>
);

interface LabeledSelectProps {
  label: string;
  value: string;
  options: readonly { id: string | number; name: string }[];
  onChange: (value: string) => void;
  disabled?: boolean;
  placeholder?: string;
  hint?: string | undefined;
}

export function LabeledSelect({
  label,
  value,
  options,
  onChange,
  disabled,
  placeholder,
  hint,
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
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </PlainSelect>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
