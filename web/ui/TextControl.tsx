import { Input } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Icon } from './Icon.tsx';
import { type ControlProps, nativeProps, inputText } from './control.ts';

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

export function TextControl({ kind, ...props }: ControlProps & { kind: TextKind }) {
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

export const TextAreaControl = (props: ControlProps) => (
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
