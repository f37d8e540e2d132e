import type { ReactNode } from 'react';
import { RequiredMark } from './FieldFrame.tsx';
import { PlainSelect } from './LabeledSelect.tsx';
import { type ControlProps, nativeProps, inputText } from './control.ts';

interface SelectProps extends ControlProps {
  children: ReactNode;
  ownLabel?: string;
}

const Select = ({ children, ownLabel, ...props }: SelectProps) => (
  <PlainSelect
    {...nativeProps(props)}
    className={props.invalid ? 'amplify-input--error' : undefined}
    aria-label={ownLabel}
    autoComplete={props.autoComplete}
    value={inputText(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  >
    {children}
  </PlainSelect>
);

export const SelectControl = (props: ControlProps) => (
  <Select {...props}>
    <option value="">{props.placeholder ?? 'Choose one'}</option>
    {props.options?.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </Select>
);

export const RadioControl = (props: ControlProps) => (
  <div
    className="choices"
    role="radiogroup"
    aria-label={props.label}
    aria-required={props.required || undefined}
    aria-invalid={props.invalid}
    aria-describedby={props.describedBy}
  >
    {props.options?.map(({ value, label }, index) => (
      <label className="choice" key={value}>
        <input
          type="radio"
          id={index === 0 ? props.id : undefined}
          name={props.name}
          value={value}
          disabled={props.disabled}
          checked={inputText(props.value) === String(value)}
          onBlur={props.onBlur}
          onChange={() => props.onChange(String(value))}
        />
        <span>{label}</span>
      </label>
    ))}
  </div>
);

export const CheckboxControl = (props: ControlProps) => (
  <label className="choice" htmlFor={props.id}>
    <input
      {...nativeProps(props)}
      type="checkbox"
      checked={props.value === true}
      onChange={(event) => props.onChange(event.target.checked)}
    />
    <span>
      {props.label}
      {props.required && <RequiredMark />}
    </span>
  </label>
);

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A month as 'yyyymm' with two selects, because not every browser has a month picker. Empty until both are set. */
export function MonthControl(props: ControlProps) {
  const id = inputText(props.value).padEnd(6, ' ');
  const [year, month] = [id.slice(0, 4).trim(), id.slice(4, 6).trim()];
  const [first, last] = props.years ?? [2020, 2040];
  const put = (nextYear: string, nextMonth: string) =>
    props.onChange(nextYear || nextMonth ? `${nextYear.padEnd(4, ' ')}${nextMonth}` : '');
  return (
    <div className="month-control">
      <Select
        {...props}
        ownLabel={`${props.label}, month`}
        value={month}
        onChange={(next) => put(year, inputText(next))}
      >
        <option value="">Month</option>
        {months.map((name, index) => (
          <option key={name} value={String(index + 1).padStart(2, '0')}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        {...props}
        id={`${props.id}-year`}
        name={`${props.name}-year`}
        ownLabel={`${props.label}, year`}
        value={year}
        onChange={(next) => put(inputText(next), month)}
      >
        <option value="">Year</option>
        {Array.from({ length: last - first + 1 }, (_, index) => first + index).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
    </div>
  );
}
