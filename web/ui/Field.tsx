import { type DragEvent, useRef, useState, type ReactNode, useEffect } from 'react';
import { Button } from './Button.tsx';
import { type ControlProps, nativeProps, inputText } from './control.ts';
import { fileSize } from './file-field.ts';
import { Icon } from './Icon.tsx';
import { Input } from '@aws-amplify/ui-react';
import { useController } from 'react-hook-form';
import { type FieldKind, metadataOf, isRequired, labelOf } from '../../shared/field-metadata.ts';
import { useFieldContext, FieldFrame } from './FieldFrame.tsx';
import { CheckboxControl, MonthControl, RadioControl, SelectControl } from './ChoiceControls.tsx';
import { SearchSelect } from './SearchSelect.tsx';

function FileDrop(props: ControlProps) {
  const { value, onChange, accept = [], maxBytes, disabled } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const file = value instanceof File ? value : undefined;
  const limits = [accept.join(', '), maxBytes && `up to ${fileSize(maxBytes)}`].filter(Boolean).join(', ');

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !disabled) onChange(dropped);
  };
  const remove = () => {
    if (input.current) input.current.value = '';
    onChange(undefined);
    input.current?.focus();
  };
  return (
    <div
      className="file-drop"
      data-over={over}
      data-invalid={props.invalid}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        {...nativeProps(props)}
        ref={input}
        className="file-input"
        type="file"
        accept={accept.join(',')}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChange(chosen);
        }}
      />
      <Icon name={file ? 'file' : 'upload'} size={24} />
      {file ? (
        <p aria-live="polite">
          <strong>{file.name}</strong> <span className="quiet">{fileSize(file.size)}</span>
        </p>
      ) : (
        <p>
          <span className="file-link">Choose a file</span> or drop it here
          {limits && <span className="quiet file-limits">{limits}</span>}
        </p>
      )}
      {file && (
        <Button small kind="quiet" icon="close" onClick={remove}>
          Remove
        </Button>
      )}
    </div>
  );
}

type TextKind = 'text' | 'email' | 'tel' | 'password' | 'number' | 'money' | 'date';

/** Numbers use text inputs with a number keypad: the mouse wheel would change the value of a number input. */
const native: Record<
  TextKind,
  { type: string; inputMode?: 'decimal' | 'numeric' | 'email' | 'tel'; autoComplete?: string }
> = {
  text: { type: 'text' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  tel: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  password: { type: 'password', autoComplete: 'current-password' },
  number: { type: 'text', inputMode: 'numeric', autoComplete: 'off' },
  money: { type: 'text', inputMode: 'decimal', autoComplete: 'off' },
  date: { type: 'date' },
};

function TextControl({ kind, ...props }: ControlProps & { kind: TextKind }) {
  const [isVisible, setVisible] = useState(false);
  const { type, inputMode, autoComplete } = native[kind];
  const input = (
    <Input
      {...nativeProps(props)}
      className={`control control-${kind}`}
      type={isVisible ? 'text' : type}
      inputMode={inputMode}
      autoComplete={props.autoComplete ?? autoComplete}
      autoCapitalize={kind === 'password' || kind === 'email' ? 'none' : undefined}
      spellCheck={kind === 'text' ? undefined : false}
      hasError={props.invalid}
      isReadOnly={props.readOnly}
      placeholder={props.placeholder}
      value={inputText(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
  if (kind === 'money') {
    return (
      <span className="control-group">
        <span className="control-before" aria-hidden>
          $
        </span>
        {input}
      </span>
    );
  }
  if (kind !== 'password') return input;
  return (
    <span className="control-group">
      {input}
      <button
        type="button"
        className="control-after"
        aria-pressed={isVisible}
        aria-label={`Show ${props.label}`}
        onClick={() => setVisible(!isVisible)}
      >
        <Icon name={isVisible ? 'eye-off' : 'eye'} />
      </button>
    </span>
  );
}

const TextAreaControl = (props: ControlProps) => (
  <textarea
    {...nativeProps(props)}
    className={`amplify-input amplify-textarea control${props.invalid ? ' amplify-input--error' : ''}`}
    readOnly={props.readOnly}
    placeholder={props.placeholder}
    rows={props.rows ?? 4}
    value={inputText(props.value)}
    onChange={(event) => props.onChange(event.target.value)}
  />
);

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
