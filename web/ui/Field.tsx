import { type ReactNode, useEffect } from 'react';
import { useController } from 'react-hook-form';
import { type FieldKind, metadataOf, isRequired, labelOf } from '../../shared/field-metadata.ts';
import { useFieldContext } from './field-context.ts';
import { CheckboxControl, MonthControl, RadioControl, SelectControl } from './ChoiceControls.tsx';
import type { ControlProps } from './control.ts';
import { TextAreaControl, TextControl } from './TextControl.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import { FileDrop } from './FileDrop.tsx';
import { SearchSelect } from './SearchSelect.tsx';

type ControlKind =
  | 'text'
  | 'email'
  | 'tel'
  | 'password'
  | 'number'
  | 'money'
  | 'date'
  | 'month'
  | 'select'
  | 'search-select'
  | 'radio'
  | 'checkbox'
  | 'textarea'
  | 'file';

const defaultControls: Record<FieldKind, ControlKind> = {
  text: 'text',
  lines: 'textarea',
  email: 'email',
  phone: 'tel',
  password: 'password',
  number: 'number',
  money: 'money',
  date: 'date',
  month: 'month',
  choice: 'select',
  state: 'search-select',
  flag: 'checkbox',
  file: 'file',
};

type FieldProps = Pick<
  ControlProps,
  | 'options'
  | 'placeholder'
  | 'autoComplete'
  | 'disabled'
  | 'readOnly'
  | 'rows'
  | 'accept'
  | 'maxBytes'
  | 'years'
> & {
  name: string;
  kind?: ControlKind;
  hint?: ReactNode;
  width?: 'short' | 'medium' | 'full';
  required?: boolean;
};

function Control({ kind, ...props }: ControlProps & { kind: ControlKind }) {
  switch (kind) {
    case 'select':
      return <SelectControl {...props} />;
    case 'search-select':
      return <SearchSelect {...props} />;
    case 'radio':
      return <RadioControl {...props} />;
    case 'checkbox':
      return <CheckboxControl {...props} />;
    case 'textarea':
      return <TextAreaControl {...props} />;
    case 'month':
      return <MonthControl {...props} />;
    case 'file':
      return <FileDrop {...props} />;
    default:
      return <TextControl kind={kind} {...props} />;
  }
}

const widths: Partial<Record<ControlKind, 'short' | 'medium'>> = {
  money: 'short',
  number: 'short',
  date: 'short',
  month: 'medium',
  tel: 'medium',
};

export function Field({
  name,
  kind: kindOverride,
  hint,
  width,
  options,
  required: requiredOverride,
  ...rest
}: FieldProps) {
  const { schema, prefix, visibleErrors } = useFieldContext();
  const { field, fieldState } = useController({ name });
  useEffect(() => {
    visibleErrors.add(name);
    return () => void visibleErrors.delete(name);
  }, [visibleErrors, name]);

  const metadata = metadataOf(schema, name);
  const kind = kindOverride ?? defaultControls[metadata.kind];
  const label = labelOf(schema, name);
  const required = requiredOverride ?? isRequired(schema, name);
  const base = `${prefix}-${name}`;
  const ids = { control: base, hint: `${base}-hint`, error: `${base}-error` };
  const error = fieldState.error?.message;
  const describedBy = [hint && ids.hint, error && ids.error].filter(Boolean).join(' ') || undefined;
  return (
    <FieldFrame
      ids={ids}
      label={label}
      required={required}
      hint={hint}
      error={error}
      group={kind === 'radio' || kind === 'month'}
      ownLabel={kind === 'checkbox'}
      width={width ?? widths[kind]}
    >
      <Control
        {...rest}
        kind={kind}
        id={ids.control}
        name={name}
        label={label}
        required={required}
        invalid={Boolean(error)}
        describedBy={describedBy}
        options={options ?? metadata.options}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </FieldFrame>
  );
}
